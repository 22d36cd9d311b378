package dev.gatehouse.guard.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.guard.GuardChain;
import dev.gatehouse.guard.GuardResources;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.KeyDigest;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.guard.limit.Limiters;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.GivenRequest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The mechanisms of one route stand beside each other, and the chain goes on after a verdict that came later. */
class AccessTokensTest {

    private static final String CLAIMS =
            "{\"iss\":\"https://login.test/\",\"aud\":\"api\",\"sub\":\"alice\",\"exp\":1893456600}"; // 2030-01-01, ten
    // past midnight

    private static GuardChain chain(Issuer issuer, boolean ahead) {
        RouteConfig route = RouteTables.define(("{'routes': [{'match': {'path': '/'}, 'upstream': 'up.test', "
                                + "'access': {'keys': ['" + KeyDigest.of("abc") + "'], 'header': 'x-api-key', "
                                + "'jwt': {'issuer': 'https://login.test/', 'jwksUrl': 'https://login.test/jwks', "
                                + "'audience': 'api', 'copyClaims': {'x-user': 'sub'}}}}]}")
                        .replace('\'', '"'))
                .routes()
                .get(0);
        RateSettings none = new RateSettings(List.of(), null, RateSettings.OnFailure.REFUSE);
        return GuardChain.of(
                route.guards(),
                "r",
                new GuardResources(
                        name -> Optional.empty(),
                        issuer.clock,
                        new AccessTokens(issuer.keys, issuer.clock, ahead),
                        Limiters.onThisNode(none, issuer.clock),
                        false));
    }

    private static Verdict judged(GuardChain chain, GivenRequest request) throws Exception {
        return Issuer.settled(chain.judge(new GuardedRequest(request, IpAddress.parse("192.0.2.1"), null, "")));
    }

    private static GivenRequest request() {
        return GivenRequest.get("https://site.test/");
    }

    @Test
    void keyAndTokenMustBothBeSatisfied() throws Exception {
        try (Issuer issuer = new Issuer(Tokens.published(Tokens.KEY.toPublicJWK()))) {
            GuardChain chain = chain(issuer, false);
            String token = "Bearer " + Tokens.signed(Tokens.KEY, CLAIMS);
            assertThat(Issuer.word(judged(chain, request().with("x-api-key", "abc"))))
                    .isEqualTo("401 access_missing");
            assertThat(Issuer.word(judged(chain, request().with("Authorization", token))))
                    .isEqualTo("401 access_missing");
            assertThat(Issuer.word(
                            judged(chain, request().with("x-api-key", "abd").with("Authorization", token))))
                    .isEqualTo("401 access_invalid");
            assertThat(issuer.asked()).isZero(); // no key, no work
            Verdict both = judged(chain, request().with("x-api-key", "abc").with("Authorization", token));
            assertThat(both).isInstanceOf(Verdict.Pass.class);
            assertThat(((Verdict.Pass) both).upstream().first("x-user")).isEqualTo("alice");
        }
    }

    @Test
    void aVerdictThatCameLaterIsTheChainsOwn() throws Exception {
        try (Issuer issuer = new Issuer(Tokens.published(Tokens.KEY.toPublicJWK()))) {
            GivenRequest forged = request()
                    .with("x-api-key", "abc")
                    .with("Authorization", "Bearer " + Tokens.signed(Tokens.FORGERS_KEY, CLAIMS));
            Verdict verdict = chain(issuer, false).judge(new GuardedRequest(forged, null, null, ""));
            assertThat(verdict).isInstanceOf(Verdict.Later.class);
            assertThat(Issuer.word(verdict)).isEqualTo("401 access_invalid");
        }
    }

    @Test
    void keysAreFetchedAheadOfTheFirstRequest() throws Exception {
        try (Issuer issuer = new Issuer(Tokens.published(Tokens.KEY.toPublicJWK()))) {
            var unused = chain(issuer, true);
            assertThat(issuer.awaitAsked(1)).isEqualTo("/jwks");
        }
    }
}
