package dev.gatehouse.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.Limiter;
import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.guard.jwt.AccessTokens;
import dev.gatehouse.guard.jwt.KeySets;
import dev.gatehouse.guard.limit.Limiters;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.GivenRequest;
import dev.gatehouse.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The samples in {@code conf/guards} do what they say. */
class GuardSamplesTest {

    private static final Map<String, String> SECRETS = Map.of("LINKS", "l", "LINKS_2026", "6", "LINKS_2027", "7");

    private static GuardChain chain(String file, String route) throws IOException {
        RouteConfig config = RouteTables.define(Files.readString(Path.of("conf/guards", file))).routes().stream()
                .filter(each -> route.equals(each.id()))
                .findFirst()
                .orElseThrow();
        GuardResources resources = new GuardResources(
                name -> Optional.ofNullable(SECRETS.get(name)),
                new ManualClock("2026-01-01T00:00:00Z"),
                access -> List.of(),
                limiters(),
                true);
        return GuardChain.of(config.guards(), route, resources);
    }

    /** Those that the sample of rate limits is run with. */
    private static Limiters limiters() {
        List<Limiter> declared = List.of(
                new Limiter("api", 100, Duration.ofSeconds(60)), new Limiter("login", 5, Duration.ofSeconds(10)));
        return Limiters.onThisNode(
                new RateSettings(declared, null, RateSettings.OnFailure.REFUSE),
                new ManualClock("2026-01-01T00:00:00Z"));
    }

    /** What a chain says to a request of {@code caller}: "pass", "preflight" or a status. */
    private static String said(GuardChain chain, RequestHead head, String caller, @Nullable String country) {
        Verdict verdict = chain.judge(new GuardedRequest(head, IpAddress.parse(caller), country, ""));
        if (verdict instanceof Verdict.Refuse refuse) {
            return Integer.toString(refuse.status());
        }
        return verdict instanceof Verdict.Preflight ? "preflight" : "pass";
    }

    private static String said(String file, String route, RequestHead head) throws IOException {
        return said(chain(file, route), head, "192.0.2.1", null);
    }

    @Test
    void cors() throws IOException {
        GivenRequest preflight = GivenRequest.of("OPTIONS", "https://example.com/api");
        preflight.with("Origin", "https://app.example.com").with("Access-Control-Request-Method", "DELETE");
        assertThat(said("cors.json", "api", preflight)).isEqualTo("preflight");
    }

    @Test
    void requestPolicy() throws IOException {
        GivenRequest upload = GivenRequest.of("POST", "https://example.com/upload");
        assertThat(said("request-policy.json", "upload", upload.withBodyOf(10_485_760)))
                .isEqualTo("pass");
        assertThat(said("request-policy.json", "upload", upload.withBodyOf(10_485_761)))
                .isEqualTo("413");
        assertThat(said("request-policy.json", "upload", GivenRequest.of("PUT", "https://example.com/upload")))
                .isEqualTo("405");
    }

    @Test
    void referer() throws IOException {
        String image = "https://example.com/images/a.png";
        assertThat(said("referer.json", "images", GivenRequest.get(image))).isEqualTo("pass");
        assertThat(said("referer.json", "images", GivenRequest.get(image).with("Referer", "https://www.example.com/")))
                .isEqualTo("pass");
        assertThat(said("referer.json", "images", GivenRequest.get(image).with("Referer", "https://evil.test/")))
                .isEqualTo("404");
    }

    @Test
    void fetchMetadata() throws IOException {
        GivenRequest form =
                GivenRequest.of("POST", "https://example.com/account").with("Sec-Fetch-Site", "same-site");
        assertThat(said("fetch-metadata.json", "account", form)).isEqualTo("403");
        assertThat(said("fetch-metadata.json", "account", GivenRequest.get("https://example.com/account")))
                .isEqualTo("pass");
    }

    @Test
    void countries() throws IOException {
        GivenRequest request = GivenRequest.get("https://shop.example.com/");
        assertThat(said(chain("countries.json", "shop"), request, "192.0.2.1", "AT"))
                .isEqualTo("pass");
        assertThat(said(chain("countries.json", "shop"), request, "192.0.2.1", null))
                .isEqualTo("403");
        assertThat(said(chain("countries.json", "rest"), request, "192.0.2.1", null))
                .isEqualTo("pass");
        assertThat(said(chain("countries.json", "rest"), request, "192.0.2.1", "KP"))
                .isEqualTo("403");
    }

    @Test
    void ip() throws IOException {
        GivenRequest request = GivenRequest.get("https://example.com/admin");
        assertThat(said(chain("ip.json", "admin"), request, "192.0.2.127", null))
                .isEqualTo("pass");
        assertThat(said(chain("ip.json", "admin"), request, "192.0.2.128", null))
                .isEqualTo("403");
        assertThat(said(chain("ip.json", "admin"), request, "2001:db8:1::7", null))
                .isEqualTo("pass");
        assertThat(said(chain("ip.json", "admin"), request, "198.51.100.1", null))
                .isEqualTo("403");
    }

    @Test
    void signedLink() throws IOException {
        String plain = "https://example.com/dl/a?exp=4102444800&sig=";
        String old = plain + LinkSignature.text("l", "/dl/a", 4_102_444_800L, Map.of());
        String keyed = plain + LinkSignature.text("7", "/dl/a", 4_102_444_800L, Map.of()) + "&kid=2027";
        assertThat(said("signed-link.json", "downloads", GivenRequest.get(old))).isEqualTo("pass");
        assertThat(said("signed-link.json", "downloads", GivenRequest.get(keyed)))
                .isEqualTo("pass");
        assertThat(said("signed-link.json", "downloads", GivenRequest.get(plain)))
                .isEqualTo("403");
        assertThat(said("signed-link.json", "uploads", GivenRequest.get(old))).isEqualTo("403");
    }

    @Test
    void accessKeys() throws IOException {
        GivenRequest request = GivenRequest.get("https://example.com/partner");
        assertThat(said("access-keys.json", "partner", request)).isEqualTo("401");
        assertThat(said("access-keys.json", "partner", request.with("X-Api-Key", "abc")))
                .isEqualTo("pass");
    }

    @Test
    void forwardAuth() throws IOException {
        ForwardAuthPolicy policy =
                Objects.requireNonNull(chain("forward-auth.json", "wiki").forwardAuth());
        assertThat(policy.rules().url()).hasHost("auth.internal.example.com");
        assertThat(chain("forward-auth.json", "wiki").ownedFields()).containsExactlyInAnyOrder("x-user", "x-groups");
    }

    @Test
    void accessTokens() throws IOException {
        RouteConfig api = RouteTables.define(Files.readString(Path.of("conf/guards/access-token.json")))
                .routes()
                .get(0);
        KeySets unasked = new KeySets(
                url -> CompletableFuture.failedFuture(new IOException("nobody is there")), System::nanoTime);
        GuardResources resources = new GuardResources(
                name -> Optional.empty(),
                InstantSource.system(),
                new AccessTokens(unasked, InstantSource.system(), false),
                limiters(),
                true);
        GuardChain chain = GuardChain.of(api.guards(), "api", resources);
        assertThat(said(chain, GivenRequest.get("https://example.com/api"), "192.0.2.1", null))
                .isEqualTo("401");
        assertThat(chain.ownedFields()).containsExactlyInAnyOrder("x-user", "x-groups");
    }

    @Test
    void rateLimit() throws IOException {
        GuardChain login = chain("rate-limit.json", "login");
        GivenRequest request = GivenRequest.of("POST", "https://example.com/login");
        for (int i = 0; i < 5; i++) {
            assertThat(said(login, request, "192.0.2.1", null)).isEqualTo("pass");
        }
        assertThat(said(login, request, "192.0.2.1", null)).isEqualTo("429");
        assertThat(said(login, request, "192.0.2.2", null)).isEqualTo("pass");
        assertThat(login.missing()).isEmpty();
    }
}
