package dev.gatehouse.guard.jwt;

import static dev.gatehouse.guard.jwt.Issuer.word;
import static dev.gatehouse.guard.jwt.Tokens.KEY;
import static dev.gatehouse.guard.jwt.Tokens.NEXT_KEY;
import static dev.gatehouse.guard.jwt.Tokens.published;
import static dev.gatehouse.guard.jwt.Tokens.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import dev.gatehouse.config.model.CloudflareAccess;
import dev.gatehouse.config.model.JwtAccess;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.testkit.GivenRequest;
import dev.gatehouse.testkit.ManualClock;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys are asked for seldom, kept for a while, and never waited for by a thread. */
class KeySetsTest {

    private static final String CLAIMS =
            "{\"iss\":\"https://issuer.test\",\"aud\":\"api\",\"exp\":" + (1_893_456_000 + 86_400) + "}";
    private static final String TOKEN = signed(KEY, CLAIMS);
    private static final String NEXT_TOKEN = signed(NEXT_KEY, CLAIMS);

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration INSTANT = Duration.ofNanos(1);

    private final Issuer issuer = new Issuer(published(KEY));
    private final TokenGuard guard = guard("/jwks");

    KeySetsTest() throws Exception {}

    @AfterEach
    void stopIssuer() throws Exception {
        issuer.close();
    }

    private TokenGuard guard(String path) {
        return guard(path, issuer.keys);
    }

    private TokenGuard guard(String path, KeySets keys) {
        URI url = URI.create("https://issuer.test" + path);
        JwtAccess access = new JwtAccess(
                "https://issuer.test", url, "api", "x-token", JwtAccess.DEFAULT_ALGORITHMS, Map.of(), Map.of());
        return TokenGuard.of(access, keys, issuer.clock);
    }

    private Verdict judge(String token) {
        return judge(guard, token);
    }

    private static Verdict judge(TokenGuard guard, String token) {
        return guard.judge(
                new GuardedRequest(GivenRequest.get("https://a.test/").with("x-token", token), null, null, ""));
    }

    /** Judged at once, from keys in memory. */
    private static String atOnce(Verdict verdict) throws Exception {
        assertThat(verdict).isNotInstanceOf(Verdict.Later.class);
        return word(verdict);
    }

    /** Judged when keys have come, or have not. */
    private static String later(Verdict verdict) throws Exception {
        assertThat(verdict).isInstanceOf(Verdict.Later.class);
        return word(verdict);
    }

    /** Waits until keys that were fetched behind everybody's back are in use: those of {@code token}. */
    private void awaitAccepted(String token) {
        await().until(() -> word(judge(token)).equals("pass"));
    }

    // ---- the first time

    @Test
    void theFirstRequestIsJudgedLaterAndTheNextAtOnce() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        assertThat(atOnce(judge(TOKEN))).isEqualTo("pass");
        assertThat(issuer.asked()).isEqualTo(1);
    }

    @Test
    void nothingIsAskedBeforeARequestNeedsIt() {
        assertThat(issuer.asked()).isZero();
    }

    @Test
    void allWhoComeWhileKeysAreOnTheirWayShareOneQuestion() throws Exception {
        issuer.hold();
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            verdicts.add(judge(i % 2 == 0 ? TOKEN : NEXT_TOKEN));
        }
        issuer.awaitAsked(1);
        assertThat(verdicts).allSatisfy(verdict -> {
            Verdict.Later later = (Verdict.Later) verdict;
            assertThat(later.verdict().toCompletableFuture())
                    .as("an issuer that is slow")
                    .isNotDone();
        });
        issuer.answer();
        for (int i = 0; i < 50; i++) {
            assertThat(word(verdicts.get(i))).isEqualTo(i % 2 == 0 ? "pass" : "401 access_invalid");
        }
        assertThat(issuer.asked()).isEqualTo(1);
    }

    // ---- age

    @Test
    void keysAreKeptForThreeQuartersOfAnHourUnasked() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.clock.advance(Duration.ofMinutes(45).minus(INSTANT));
        assertThat(atOnce(judge(TOKEN))).isEqualTo("pass");
        assertThat(issuer.asked()).isEqualTo(1);
    }

    @Test
    void inTheirLastQuarterNewOnesAreFetchedWhileNobodyWaits() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.publish(published(NEXT_KEY));
        issuer.clock.advance(Duration.ofMinutes(45));
        issuer.hold();
        assertThat(atOnce(judge(TOKEN))).isEqualTo("pass");
        issuer.awaitAsked(2);
        assertThat(atOnce(judge(TOKEN)))
                .as("as long as the new ones are on their way")
                .isEqualTo("pass");
        issuer.answer();
        awaitAccepted(NEXT_TOKEN);
        assertThat(atOnce(judge(TOKEN))).as("with a key that was withdrawn").isEqualTo("401 access_invalid");
        assertThat(issuer.asked()).isEqualTo(2);
        issuer.clock.advance(Duration.ofMinutes(45).minus(INSTANT));
        assertThat(atOnce(judge(NEXT_TOKEN))).as("their own age counts").isEqualTo("pass");
        assertThat(issuer.asked()).isEqualTo(2);
    }

    @Test
    void anOutageOfLessThanAQuarterOfAnHourGoesUnnoticed() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.fail(500);
        issuer.clock.advance(Duration.ofMinutes(45));
        for (int minute = 45; minute < 60; minute++) {
            assertThat(atOnce(judge(TOKEN))).as("minute %s", minute).isEqualTo("pass");
            issuer.awaitAsked(minute - 43); // once a minute, since the requests come once a minute
            awaitFetched();
            issuer.clock.advance(MINUTE);
        }
        issuer.clock.advance(INSTANT.negated());
        assertThat(atOnce(judge(TOKEN))).as("the last moment").isEqualTo("pass");
        awaitFetched();
        issuer.clock.advance(MINUTE);
        assertThat(later(judge(TOKEN))).isEqualTo("503 access_jwks_unavailable");
        issuer.publish(published(KEY));
        issuer.clock.advance(MINUTE);
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
    }

    /** Waits until the fetch under way has been taken note of: then an unknown key is refused at once again. */
    private void awaitFetched() {
        await().until(() -> !(judge(NEXT_TOKEN) instanceof Verdict.Later));
    }

    @Test
    void afterAnHourKeysAreNotUsedAnyMore() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.publish(published(NEXT_KEY));
        issuer.clock.advance(Duration.ofHours(1));
        assertThat(later(judge(TOKEN))).isEqualTo("401 access_invalid");
        assertThat(atOnce(judge(NEXT_TOKEN))).isEqualTo("pass");
    }

    // ---- down and lying

    @Test
    void withoutKeysNobodyGetsIn() throws Exception {
        issuer.goDown();
        assertThat(later(judge(TOKEN))).isEqualTo("503 access_jwks_unavailable");
        assertThat(atOnce(judge(TOKEN))).isEqualTo("503 access_jwks_unavailable");
        assertThat(atOnce(judge("no token"))).as("what is known all the same").isEqualTo("401 access_invalid");
    }

    @Test
    void afterAFailureTheIssuerIsLeftAloneForTenSeconds() throws Exception {
        issuer.fail(503);
        assertThat(later(judge(TOKEN))).isEqualTo("503 access_jwks_unavailable");
        issuer.publish(published(KEY));
        issuer.clock.advance(Duration.ofSeconds(10).minus(INSTANT));
        assertThat(atOnce(judge(TOKEN))).isEqualTo("503 access_jwks_unavailable");
        assertThat(issuer.asked()).isEqualTo(1);
        issuer.clock.advance(INSTANT);
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        assertThat(issuer.asked()).isEqualTo(2);
    }

    @Test
    void anAnswerThatIsNoKeySetIsNone() throws Exception {
        String weak = published(new RSAKeyGenerator(1024, true).keyID("k1").generate());
        String secret = "{\"keys\":["
                + new OctetSequenceKeyGenerator(256).keyID("k1").generate().toJSONString() + "]}";
        String exponentOne = published(KEY).replace("\"e\":\"AQAB\"", "\"e\":\"AQ\"");
        assertThat(exponentOne).isNotEqualTo(published(KEY));
        for (String lie : List.of(
                "",
                "<html>sign in</html>",
                "{}",
                "[]",
                "null",
                "{\"keys\":null}",
                "{\"keys\":{}}",
                "{\"keys\":[]}",
                "{\"keys\":[1]}",
                "{\"keys\":[null]}",
                "{\"keys\":[{}]}",
                published(KEY).substring(0, 200),
                "[".repeat(500_000),
                "{\"keys\":[{\"kty\":" + "[".repeat(400_000) + "}]}",
                published(KEY) + " ".repeat(512 * 1024),
                weak,
                secret,
                exponentOne)) {
            issuer.publish(lie);
            assertThat(later(judge(TOKEN)))
                    .as(lie.substring(0, Math.min(60, lie.length())))
                    .isEqualTo("503 access_jwks_unavailable");
            issuer.clock.advance(MINUTE);
        }
    }

    @Test
    void keysThatAreNotUnderstoodDoNotSpoilTheOthers() throws Exception {
        String usable = KEY.toPublicJWK().toJSONString();
        issuer.publish("{\"keys\":[{\"kty\":\"new\",\"kid\":\"k1\"},{\"kty\":\"RSA\",\"kid\":\"k1\"},"
                + "{\"kty\":\"EC\",\"crv\":\"P-999\",\"kid\":\"k1\",\"x\":\"AA\",\"y\":\"AA\"},"
                + "{\"kty\":\"EC\",\"crv\":\"secp256k1\",\"kid\":\"k1\",\"x\":\"eb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g\","
                + "\"y\":\"SDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj_sQ1Lg\"}," + usable + "]}");
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
    }

    @Test
    void goodKeysOutliveALie() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.publish("{\"keys\":[]}");
        issuer.clock.advance(Duration.ofMinutes(45));
        assertThat(atOnce(judge(TOKEN))).isEqualTo("pass");
        issuer.awaitAsked(2);
        awaitFetched();
        assertThat(atOnce(judge(TOKEN))).isEqualTo("pass");
    }

    @Test
    void keysForEncryptionAndKeysWithOneNameAreNotVerifiedWith() throws Exception {
        String usable = KEY.toPublicJWK().toJSONString();
        String forged = Tokens.FORGERS_KEY.toPublicJWK().toJSONString();
        for (String document : List.of(
                published(KEY).replace("\"kty\"", "\"use\":\"enc\",\"kty\""),
                published(KEY).replace("\"kty\"", "\"key_ops\":[\"encrypt\"],\"kty\""),
                published(KEY).replace("\"kty\"", "\"alg\":\"RS512\",\"kty\""),
                "{\"keys\":[" + usable + "," + forged + "]}")) {
            issuer.publish(document);
            assertThat(later(judge(TOKEN))).as(document).isEqualTo("401 access_invalid");
            issuer.clock.advance(Duration.ofHours(1));
        }
    }

    @Test
    void aFetchThatThrowsIsAFailureLikeAnyOther() throws Exception {
        KeySets broken = new KeySets(
                url -> {
                    throw new IllegalStateException("broken");
                },
                issuer.clock);
        assertThat(later(judge(guard("/", broken), TOKEN))).isEqualTo("503 access_jwks_unavailable");
        assertThat(atOnce(judge(guard("/", broken), TOKEN))).isEqualTo("503 access_jwks_unavailable");
        issuer.clock.advance(MINUTE);
        assertThat(later(judge(guard("/", broken), TOKEN))).isEqualTo("503 access_jwks_unavailable");
    }

    // ---- rotation

    @Test
    void aNewKeyIsFetchedWhenATokenNamesIt() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.publish(published(KEY, NEXT_KEY));
        issuer.clock.advance(MINUTE);
        assertThat(later(judge(NEXT_TOKEN))).isEqualTo("pass");
        assertThat(atOnce(judge(NEXT_TOKEN))).isEqualTo("pass");
        assertThat(atOnce(judge(TOKEN))).isEqualTo("pass");
        assertThat(issuer.asked()).isEqualTo(2);
    }

    @Test
    void unknownKeysStartOneFetchAMinuteAtMost() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.publish(published(KEY, NEXT_KEY));
        issuer.clock.advance(MINUTE.minus(INSTANT));
        assertThat(atOnce(judge(NEXT_TOKEN))).isEqualTo("401 access_invalid");
        assertThat(issuer.asked()).isEqualTo(1);
        issuer.clock.advance(INSTANT);
        assertThat(later(judge(NEXT_TOKEN))).isEqualTo("pass");
        assertThat(issuer.asked()).isEqualTo(2);
    }

    @Test
    void forgedTokensCannotDriveTraffic() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.clock.advance(MINUTE);
        String rest = TOKEN.substring(TOKEN.indexOf('.'));
        for (int i = 0; i < 500; i++) {
            String header = Base64URL.encode("{\"alg\":\"RS256\",\"kid\":\"forged" + i + "\"}")
                    .toString();
            assertThat(word(judge(header + rest))).isEqualTo("401 access_invalid");
            issuer.clock.advance(Duration.ofMillis(200));
        }
        assertThat(issuer.asked()).as("in a hundred seconds").isEqualTo(3);
    }

    @Test
    void whileTheIssuerIsDownAnUnknownKeyIsInvalidAndTheKnownOnesCount() throws Exception {
        assertThat(later(judge(TOKEN))).isEqualTo("pass");
        issuer.goDown();
        issuer.clock.advance(MINUTE);
        assertThat(later(judge(NEXT_TOKEN))).isEqualTo("401 access_invalid");
        assertThat(atOnce(judge(TOKEN))).isEqualTo("pass");
    }

    // ---- whose keys

    @Test
    void allRoutesAndTablesShareTheKeysOfAUrl() throws Exception {
        assertThat(later(judge(guard("/jwks"), TOKEN))).isEqualTo("pass");
        assertThat(atOnce(judge(guard("/jwks"), TOKEN))).isEqualTo("pass");
        assertThat(later(judge(guard("/other"), TOKEN))).isEqualTo("pass");
        assertThat(issuer.asked()).isEqualTo(2);
    }

    @Test
    void teamsShareTheirKeysToo() {
        var asked = new ArrayList<URI>();
        KeySets keys = new KeySets(
                url -> {
                    asked.add(url);
                    return new CompletableFuture<>();
                },
                new ManualClock("2030-01-01T00:00:00Z"));
        for (String audience : List.of("a", "b")) {
            TokenGuard team = TokenGuard.of(new CloudflareAccess("my-team", audience, List.of()), keys, issuer.clock);
            var unused = team.judge(new GuardedRequest(
                    GivenRequest.get("https://a.test/").with("cf-access-jwt-assertion", TOKEN), null, null, ""));
        }
        assertThat(asked).hasSize(1);
    }

    @Test
    void ofMoreUrlsThanAreKeptTheOneNotAskedForTheLongestIsForgotten() {
        KeySets keys = issuer.keys;
        URI first = URI.create("https://issuer.test/0");
        KeySource source = keys.at(first);
        for (int i = 1; i < KeySets.MAX_SETS; i++) {
            var unused = keys.at(URI.create("https://issuer.test/" + i));
        }
        assertThat(keys.at(first)).isSameAs(source);
        var unused = keys.at(URI.create("https://issuer.test/further"));
        assertThat(keys.at(first)).as("it was asked for a moment ago").isSameAs(source);
        for (int i = 0; i < KeySets.MAX_SETS; i++) {
            var ignored = keys.at(URI.create("https://issuer.test/again/" + i));
        }
        assertThat(keys.at(first)).isNotSameAs(source);
    }
}
