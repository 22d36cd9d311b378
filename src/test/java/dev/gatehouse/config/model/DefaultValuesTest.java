package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.read;
import static dev.gatehouse.config.load.Documents.route;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds when nobody says anything. Each value is part of the contract. */
class DefaultValuesTest {

    @Test
    void theSmallestRouteHasEveryDefault() {
        RouteConfig route = route("");
        assertThat(route.id()).isNull();
        assertThat(route.target()).isEqualTo(new Target.Single(new UpstreamRef("a.test", -1, "")));
        assertThat(route.forwarding())
                .isEqualTo(new Forwarding(
                        Scheme.HTTPS,
                        false,
                        false,
                        new Deadlines(
                                Duration.ofMillis(10_000),
                                Duration.ofMillis(30_000),
                                Duration.ofMillis(60_000),
                                Duration.ofMillis(60_000)),
                        new Retries(0, Duration.ofMillis(100)),
                        true,
                        true,
                        new ForwardedFields(
                                ForwardedFields.Treatment.OVERWRITE,
                                ForwardedFields.Treatment.OVERWRITE,
                                ForwardedFields.Treatment.OVERWRITE),
                        false,
                        null,
                        null,
                        null));
        assertThat(route.guards())
                .isEqualTo(new Guards(
                        null, null, new Geo(List.of(), List.of()), null, null, null, null, null, null, null));
        HeaderRules none = new HeaderRules(Map.of(), List.of());
        assertThat(route.rewriting()).isEqualTo(new Rewriting(true, none, none, Map.of(), false, null));
        assertThat(route.cache()).isNull();
        assertThat(route.requestId()).isEqualTo(new RequestIdConfig(false));
        assertThat(route.errorPages()).isEmpty();
    }

    @Test
    void severalUpstreamsFailOverAndEjectByDefault() {
        Target target = read(table("{\"match\": {\"host\": \"x.test\"}, \"upstreams\": [\"a.test\"]}"))
                .routes()
                .get(0)
                .target();
        assertThat(target)
                .isEqualTo(new Target.Candidates(
                        List.of(new UpstreamRef("a.test", -1, "")),
                        new Failover(Set.of(FailureKind.TIMEOUT, FailureKind.UNREACHABLE), 64),
                        new Outlier(3, Duration.ofSeconds(30))));
    }

    @Test
    void aSplitHashesTheAddressByDefault() {
        Target.Split split = (Target.Split) read(table(
                        "{\"match\": {\"host\": \"x.test\"}, \"trafficSplit\": [{\"upstream\": \"a.test\", \"weight\": 1}]}"))
                .routes()
                .get(0)
                .target();
        assertThat(split.stickyBy()).isNull();
        assertThat(split.hashBy()).isEqualTo(new HashBy.Ip());
        assertThat(split.hashType()).isEqualTo(HashType.MODULO);
    }

    @Test
    void anEmptyCacheBlockCachesStaticFilesForFiveMinutes() {
        assertThat(route("\"cache\": {}").cache())
                .isEqualTo(new Cache(
                        true,
                        List.of("GET", "HEAD"),
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(60),
                        List.of("text/css", "text/javascript", "application/javascript", "image/", "font/"),
                        null,
                        true,
                        Map.of(),
                        new CacheKey(new CacheKey.Query.All(), List.of())));
        assertThat(Objects.requireNonNull(
                                route("\"cache\": {\"staleIfError\": {}}").cache())
                        .staleIfError())
                .isEqualTo(new StaleIfError(Duration.ofHours(1), Set.of(FailureKind.TIMEOUT, FailureKind.UNREACHABLE)));
    }

    @Test
    void anEmptyRewriteBlockMapsLinksAndStylesOfPages() {
        assertThat(route("\"bodyRewrite\": {}").rewriting().body())
                .isEqualTo(new BodyRewrite(true, List.of(), List.of("text/html"), true, null, Csp.DROP, null));
    }

    @Test
    void aMirrorCopiesEveryGetAndHeadWithoutBody() {
        assertThat(route("\"mirror\": {\"upstream\": \"m.test\"}").forwarding().mirror())
                .isEqualTo(new Mirror(
                        new UpstreamRef("m.test", -1, ""),
                        100,
                        false,
                        List.of("GET", "HEAD"),
                        Duration.ofSeconds(2),
                        false));
    }

    @Test
    void everyGuardHasItsDefaults() {
        Guards guards = route("""
                        "cors": {}, "requestPolicy": {}, "referer": {"allow": ["a.test"]}, "rateLimit": {"binding": "RL"},
                        "signedLink": {"secretBinding": "S"}, "forwardAuth": {"url": "https://auth.test"},
                        "access": {"jwt": {"issuer": "i", "jwksUrl": "https://i.test/jwks", "audience": "a"}}
                        """).guards();
        assertThat(guards.cors())
                .isEqualTo(new Cors(List.of(), List.of(), List.of(), List.of(), false, OptionalInt.empty()));
        assertThat(guards.requestPolicy()).isEqualTo(new RequestPolicy(List.of(), OptionalLong.empty()));
        assertThat(Objects.requireNonNull(guards.referer()).allowEmpty()).isTrue();
        assertThat(guards.referer().onRefuse()).isEqualTo(403);
        assertThat(guards.rateLimit()).isEqualTo(new RateLimit("RL", RateLimit.By.IP, false, false));
        assertThat(guards.signedLink()).isEqualTo(new SignedLink("S", "sig", "exp", Map.of(), "kid", List.of()));
        ForwardAuth auth = Objects.requireNonNull(guards.forwardAuth());
        assertThat(auth.copyRequestHeaders()).containsExactly("authorization", "cookie");
        assertThat(auth.copyResponseHeaders()).isEmpty();
        assertThat(auth.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(auth.failOpen()).isFalse();
        Access access = Objects.requireNonNull(guards.access());
        assertThat(access.header()).isEqualTo("authorization");
        assertThat(Objects.requireNonNull(access.jwt()).header()).isEqualTo("authorization");
        assertThat(access.jwt().algorithms()).containsExactly(TokenAlgorithm.RS256);
        assertThat(access.jwt().claims()).isEmpty();
        assertThat(access.jwt().copyClaims()).isEmpty();
    }

    @Test
    void anEmptyLimitsBlockBoundsNothing() {
        assertThat(route("\"limits\": {}").forwarding().limits())
                .isEqualTo(new Limits(OptionalDouble.empty(), OptionalInt.empty()));
    }

    @Test
    void aRedirectIsPermanentByDefault() {
        assertThat(read(table("{\"match\": {\"path\": \"/a\"}, \"respond\": {\"redirect\": {\"to\": \"/b\"}}}"))
                        .routes()
                        .get(0)
                        .target())
                .isEqualTo(new Respond.Redirect("/b", 301, false, Map.of()));
    }
}
