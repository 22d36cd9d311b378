package dev.gatehouse.guard.jwt;

import static dev.gatehouse.guard.jwt.Issuer.settled;
import static dev.gatehouse.guard.jwt.Issuer.word;
import static dev.gatehouse.guard.jwt.Tokens.FORGERS_KEY;
import static dev.gatehouse.guard.jwt.Tokens.KEY;
import static dev.gatehouse.guard.jwt.Tokens.NEXT_KEY;
import static dev.gatehouse.guard.jwt.Tokens.published;
import static dev.gatehouse.guard.jwt.Tokens.signed;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.util.Base64URL;
import dev.gatehouse.config.model.CloudflareAccess;
import dev.gatehouse.config.model.JwtAccess;
import dev.gatehouse.config.model.TokenAlgorithm;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.http.Fields;
import dev.gatehouse.testkit.GivenRequest;
import dev.gatehouse.testkit.ScriptedOrigin;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever has a valid token gets in, and nobody else. */
class TokenGuardTest {

    /** 2030-01-01T00:00:00Z, when the clock begins. */
    private static final long NOW = 1_893_456_000;

    private static final String CLAIMS =
            "{\"iss\":\"https://issuer.test\",\"aud\":\"api\",\"sub\":\"anna\",\"exp\":" + (NOW + 60) + "}";

    private final Issuer issuer = new Issuer(published(KEY));
    private final TokenGuard guard = guard(List.of(TokenAlgorithm.RS256), Map.of(), Map.of());

    TokenGuardTest() throws Exception {}

    @AfterEach
    void stopIssuer() throws Exception {
        issuer.close();
    }

    private TokenGuard guard(
            List<TokenAlgorithm> algorithms, Map<String, List<String>> claims, Map<String, String> copies) {
        return TokenGuard.of(access("authorization", algorithms, claims, copies), issuer.keys, issuer.clock);
    }

    private static JwtAccess access(
            String header,
            List<TokenAlgorithm> algorithms,
            Map<String, List<String>> claims,
            Map<String, String> copies) {
        URI url = URI.create("https://issuer.test/jwks");
        return new JwtAccess("https://issuer.test", url, "api", header, algorithms, claims, copies);
    }

    private static Verdict judged(TokenGuard guard, String field, String value) throws Exception {
        return settled(guard.judge(request(GivenRequest.get("https://a.test/").with(field, value))));
    }

    private static GuardedRequest request(GivenRequest head) {
        return new GuardedRequest(head, null, null, "");
    }

    private String verdictOn(String token) throws Exception {
        return word(judged(guard, "Authorization", "Bearer " + token));
    }

    private static String claims(String members) {
        return "{\"iss\":\"https://issuer.test\",\"aud\":\"api\",\"exp\":" + (NOW + 60) + "," + members + "}";
    }

    // ---- who presents what

    @Test
    void aValidTokenPasses() throws Exception {
        assertThat(verdictOn(signed(KEY, CLAIMS))).isEqualTo("pass");
        assertThat(issuer.awaitAsked(1)).isEqualTo("/jwks");
    }

    @Test
    void theSchemeIsWrittenInAnyCase() throws Exception {
        assertThat(word(judged(guard, "authorization", "bEARER " + signed(KEY, CLAIMS))))
                .isEqualTo("pass");
    }

    @Test
    void withoutATokenTheCallerIsToldWhatIsExpected() throws Exception {
        for (GivenRequest head : List.of(
                GivenRequest.get("https://a.test/"),
                GivenRequest.get("https://a.test/").with("Authorization", "Basic YTpi"),
                GivenRequest.get("https://a.test/").with("Authorization", signed(KEY, CLAIMS)),
                GivenRequest.get("https://a.test/").with("Authorization", ""))) {
            Verdict.Refuse refusal = (Verdict.Refuse) guard.judge(request(head));
            assertThat(refusal.status()).isEqualTo(401);
            assertThat(refusal.code()).isEqualTo("access_missing");
            assertThat(refusal.reason()).isEqualTo(Reason.ACCESS);
            assertThat(refusal.fields().first("www-authenticate")).isEqualTo("Bearer");
        }
        assertThat(issuer.asked()).isZero();
    }

    @Test
    void inAFieldOfItsOwnTheTokenIsTheWholeValue() throws Exception {
        TokenGuard own = TokenGuard.of(
                access("x-token", List.of(TokenAlgorithm.RS256), Map.of(), Map.of()), issuer.keys, issuer.clock);
        assertThat(word(judged(own, "X-Token", signed(KEY, CLAIMS)))).isEqualTo("pass");
        Verdict.Refuse refusal = (Verdict.Refuse) judged(own, "X-Token", "Bearer " + signed(KEY, CLAIMS));
        assertThat(refusal.code()).isEqualTo("access_invalid");
        assertThat(refusal.fields().size())
                .as("nothing is asked of authorization")
                .isZero();
    }

    @Test
    void twoTokensAreNone() throws Exception {
        String token = signed(KEY, CLAIMS);
        GivenRequest twice = GivenRequest.get("https://a.test/")
                .with("Authorization", "Bearer " + token)
                .with("Authorization", "Bearer " + token);
        assertThat(word(guard.judge(request(twice)))).isEqualTo("401 access_invalid");
        assertThat(verdictOn(token + ", Bearer " + token)).isEqualTo("401 access_invalid");
    }

    @Test
    void aTokenHasFourThousandAndNinetySixCharactersAtMost() throws Exception {
        assertThat(verdictOn(ofLength(4096))).isEqualTo("pass");
        assertThat(verdictOn(ofLength(4097))).isEqualTo("401 access_too_long");
    }

    @Test
    void aTokenThatIsTooLongIsNotLookedAt() throws Exception {
        assertThat(verdictOn("x".repeat(4097))).isEqualTo("401 access_too_long");
        assertThat(verdictOn("x".repeat(4096))).isEqualTo("401 access_invalid");
        assertThat(issuer.asked()).isZero();
    }

    /** A valid token of exactly this length. */
    private static String ofLength(int length) {
        for (String type : List.of("", ",\"typ\":\"J\"", ",\"typ\":\"JW\"", ",\"typ\":\"JWT\"")) {
            String header = "{\"alg\":\"RS256\",\"kid\":\"k1\"" + type + "}";
            for (int padding = 2500; padding < 2800; padding++) {
                String claims = claims("\"pad\":\"" + "x".repeat(padding) + "\"");
                int total = Base64URL.encode(header).toString().length()
                        + Base64URL.encode(claims).toString().length()
                        + 344; // two points and the signature
                if (total == length) {
                    String token = signed(KEY, header, claims);
                    assertThat(token).hasSize(length);
                    return token;
                }
            }
        }
        throw new AssertionError("no token has the length " + length);
    }

    // ---- what is no token

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "a.b", "a.b.c", "..", "a.b.c.d.e", "%s.", ".%s", "%s=", " %s", "%s\n", "%s%%00", "é"})
    void whatIsNoTokenIsRefused(String form) throws Exception {
        assertThat(verdictOn(form.formatted(signed(KEY, CLAIMS)))).isEqualTo("401 access_invalid");
    }

    @Test
    void aTokenCutOffAnywhereIsRefused() throws Exception {
        String token = signed(KEY, CLAIMS);
        for (int length = 0; length < token.length(); length += 7) {
            assertThat(verdictOn(token.substring(0, length)))
                    .as("%s characters", length)
                    .isEqualTo("401 access_invalid");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"x\"", "null", "1", "", "{", "{}x", "not json"})
    void whatIsSignedMustBeAnObject(String payload) throws Exception {
        assertThat(verdictOn(signed(KEY, payload))).isEqualTo("401 access_invalid");
    }

    @Test
    void deepNestingIsRefusedAndHarmsNobody() throws Exception {
        String deep = "[".repeat(1200) + "]".repeat(1200);
        assertThat(verdictOn(signed(KEY, claims("\"x\":" + deep)))).isEqualTo("401 access_invalid");
        String header = Base64URL.encode("{\"alg\":\"RS256\",\"kid\":\"k1\",\"x\":" + deep + "}")
                .toString();
        assertThat(verdictOn(header + ".e30.AAAA")).isEqualTo("401 access_invalid");
    }

    @Test
    void aNameThatIsThereTwiceIsRefusedInTheHeaderAndAmongClaims() throws Exception {
        for (String header : List.of(
                "{\"alg\":\"RS256\",\"kid\":\"k1\",\"kid\":\"k1\"}",
                "{\"alg\":\"none\",\"alg\":\"RS256\",\"kid\":\"k1\"}",
                "{\"alg\":\"RS256\",\"kid\":\"k1\",\"alg\":\"RS256\"}")) {
            assertThat(verdictOn(signed(KEY, "RS256", header, CLAIMS)))
                    .as(header)
                    .isEqualTo("401 access_invalid");
        }
        assertThat(verdictOn(signed(KEY, claims("\"aud\":\"api\"")))).isEqualTo("401 access_invalid");
        assertThat(verdictOn(signed(KEY, claims("\"sub\":\"anna\",\"sub\":\"root\""))))
                .isEqualTo("401 access_invalid");
    }

    // ---- how it is signed

    @Test
    void aTokenOfAnotherKeyIsRefusedWhateverItCallsIt() throws Exception {
        assertThat(verdictOn(signed(FORGERS_KEY, CLAIMS))).isEqualTo("401 access_invalid");
        assertThat(verdictOn(signed(NEXT_KEY, CLAIMS))).isEqualTo("401 access_invalid");
    }

    @Test
    void whatIsChangedAfterSigningIsRefused() throws Exception {
        String[] parts = signed(KEY, CLAIMS).split("\\.", -1);
        String[] others = signed(KEY, claims("\"sub\":\"root\"")).split("\\.", -1);
        assertThat(verdictOn(parts[0] + "." + others[1] + "." + parts[2])).isEqualTo("401 access_invalid");
        String header = Base64URL.encode("{\"kid\":\"k1\",\"alg\":\"RS256\"}").toString();
        assertThat(verdictOn(header + "." + parts[1] + "." + parts[2])).isEqualTo("401 access_invalid");
    }

    @Test
    void theSignatureCountsBeforeAnyClaim() throws Exception {
        String elsewhere = CLAIMS.replace("api", "elsewhere");
        assertThat(verdictOn(signed(KEY, elsewhere))).isEqualTo("403 access_forbidden");
        assertThat(verdictOn(signed(FORGERS_KEY, elsewhere))).isEqualTo("401 access_invalid");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"none", "None", "NONE", "", "HS256", "rs256", "RS384", "PS256", "ES256", "EdDSA", "A128KW", "dir"
            })
    void onlyTheAlgorithmOfTheRouteCounts(String algorithm) throws Exception {
        String header = "{\"alg\":\"" + algorithm + "\",\"kid\":\"k1\"}";
        assertThat(verdictOn(signed(KEY, "RS256", header, CLAIMS))).isEqualTo("401 access_invalid");
        String unsigned = Base64URL.encode(header) + "." + Base64URL.encode(CLAIMS) + ".";
        assertThat(verdictOn(unsigned)).isEqualTo("401 access_invalid");
        assertThat(issuer.asked()).as("such a token costs no question").isZero();
    }

    @Test
    void aPublishedKeyIsNoSecretToSignWith() throws Exception {
        String header = "{\"alg\":\"HS256\",\"kid\":\"k1\"}";
        String input = Base64URL.encode(header) + "." + Base64URL.encode(CLAIMS);
        for (byte[] secret : List.of(
                KEY.toRSAPublicKey().getEncoded(),
                KEY.getModulus().decode(),
                KEY.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8),
                published(KEY).getBytes(StandardCharsets.UTF_8))) {
            String mac = new MACSigner(secret)
                    .sign(new JWSHeader(JWSAlgorithm.HS256), input.getBytes(StandardCharsets.US_ASCII))
                    .toString();
            assertThat(verdictOn(input + "." + mac)).isEqualTo("401 access_invalid");
        }
    }

    @Test
    void keysThatATokenBringsOrPointsToAreNotLookedAt() throws Exception {
        try (ScriptedOrigin forger = ScriptedOrigin.answering(200, published(FORGERS_KEY))) {
            String there = "\"http://" + forger.authority() + "/keys\"";
            for (String member : List.of(
                    "\"jwk\":" + FORGERS_KEY.toPublicJWK().toJSONString(),
                    "\"jku\":" + there,
                    "\"x5u\":" + there,
                    "\"x5c\":[\"MIIB\"]")) {
                for (String kid : List.of("", "\"kid\":\"k1\",", "\"kid\":\"new\",")) {
                    String header = "{\"alg\":\"RS256\"," + kid + member + "}";
                    assertThat(verdictOn(signed(FORGERS_KEY, "RS256", header, CLAIMS)))
                            .as(header)
                            .isEqualTo("401 access_invalid");
                }
            }
            assertThat(forger.connections()).isZero();
        }
    }

    @Test
    void aTokenWithCriticalExtensionsIsRefused() throws Exception {
        for (String member : List.of(
                "\"crit\":[\"exp\"],\"exp\":1",
                "\"crit\":[\"b64\"],\"b64\":true",
                "\"crit\":[\"b64\"],\"b64\":false",
                "\"crit\":[\"x\"]",
                "\"crit\":[]",
                "\"crit\":\"x\"")) {
            String header = "{\"alg\":\"RS256\",\"kid\":\"k1\"," + member + "}";
            assertThat(verdictOn(signed(KEY, "RS256", header, CLAIMS)))
                    .as(header)
                    .isEqualTo("401 access_invalid");
        }
    }

    @ParameterizedTest
    @EnumSource(TokenAlgorithm.class)
    void everyAlgorithmThatTheRouteNamesIsVerified(TokenAlgorithm algorithm) throws Exception {
        ECKey p256 = Tokens.curve(Curve.P_256, "p256");
        ECKey p384 = Tokens.curve(Curve.P_384, "p384");
        ECKey p521 = Tokens.curve(Curve.P_521, "p521");
        issuer.publish(published(KEY, p256, p384, p521));
        var key = switch (algorithm) {
            case ES256 -> p256;
            case ES384 -> p384;
            case ES512 -> p521;
            default -> KEY;
        };
        String token = signed(key, "{\"alg\":\"" + algorithm + "\",\"kid\":\"" + key.getKeyID() + "\"}", CLAIMS);
        List<TokenAlgorithm> others = List.of(TokenAlgorithm.values()).stream()
                .filter(other -> other != algorithm)
                .toList();
        String authorization = "Bearer " + token;
        assertThat(word(judged(guard(List.of(algorithm), Map.of(), Map.of()), "Authorization", authorization)))
                .isEqualTo("pass");
        assertThat(word(judged(guard(others, Map.of(), Map.of()), "Authorization", authorization)))
                .isEqualTo("401 access_invalid");
    }

    @Test
    void aTokenThatNamesNoKeyIsInOrderWhereThereIsButOne() throws Exception {
        String token = signed(KEY, "{\"alg\":\"RS256\"}", CLAIMS);
        assertThat(verdictOn(token)).isEqualTo("pass");
    }

    @Test
    void aTokenThatNamesNoKeyAmongSeveralIsRefused() throws Exception {
        issuer.publish(published(KEY, NEXT_KEY));
        assertThat(verdictOn(signed(KEY, "{\"alg\":\"RS256\"}", CLAIMS))).isEqualTo("401 access_invalid");
        assertThat(verdictOn(signed(KEY, CLAIMS))).isEqualTo("pass");
    }

    // ---- what it says

    @Test
    void aTokenIsValidUntilItExpiresAndNoLonger() throws Exception {
        String token = signed(KEY, CLAIMS);
        issuer.clock.advance(Duration.ofMillis(59_999));
        assertThat(verdictOn(token)).isEqualTo("pass");
        issuer.clock.advance(Duration.ofMillis(1));
        assertThat(verdictOn(token)).isEqualTo("401 access_invalid");
    }

    @Test
    void aTokenIsValidFromItsBeginningOn() throws Exception {
        String token = signed(KEY, claims("\"nbf\":" + (NOW + 10)));
        issuer.clock.advance(Duration.ofMillis(9_999));
        assertThat(verdictOn(token)).isEqualTo("401 access_invalid");
        issuer.clock.advance(Duration.ofMillis(1));
        assertThat(verdictOn(token)).isEqualTo("pass");
    }

    @Test
    void aTokenThatHasNotTheIssuersNameIsRefused() throws Exception {
        for (String other :
                List.of("\"https://issuer.test/\"", "\"HTTPS://ISSUER.TEST\"", "[\"https://issuer.test\"]", "null")) {
            String claims = CLAIMS.replace("\"https://issuer.test\"", other);
            assertThat(verdictOn(signed(KEY, claims))).as(other).isEqualTo("401 access_invalid");
        }
    }

    @Test
    void aTokenForSomebodyElseIsForbidden() throws Exception {
        for (String audience :
                List.of("\"API\"", "\"\"", "[]", "[\"other\"]", "[[\"api\"]]", "1", "null", "{\"api\":1}")) {
            String claims = CLAIMS.replace("\"api\"", audience);
            assertThat(verdictOn(signed(KEY, claims))).as(audience).isEqualTo("403 access_forbidden");
        }
        assertThat(verdictOn(signed(KEY, CLAIMS.replace("\"api\"", "[\"other\",\"api\"]"))))
                .isEqualTo("pass");
    }

    @Test
    void furtherClaimsMustHaveAnAcceptedValueEach() throws Exception {
        TokenGuard strict = guard(
                List.of(TokenAlgorithm.RS256),
                Map.of("role", List.of("admin", "staff"), "verified", List.of("true")),
                Map.of());
        assertThat(word(judged(
                        strict,
                        "Authorization",
                        "Bearer " + signed(KEY, claims("\"role\":\"staff\",\"verified\":true")))))
                .isEqualTo("pass");
        assertThat(word(judged(
                        strict,
                        "Authorization",
                        "Bearer " + signed(KEY, claims("\"role\":[\"x\",\"admin\"],\"verified\":\"true\"")))))
                .isEqualTo("pass");
        for (String members : List.of(
                "\"role\":\"guest\",\"verified\":true",
                "\"role\":[\"guest\"],\"verified\":true",
                "\"role\":[],\"verified\":true",
                "\"role\":\"admin,staff\",\"verified\":true",
                "\"role\":{\"admin\":1},\"verified\":true",
                "\"role\":\"admin\",\"verified\":false",
                "\"role\":\"admin\"",
                "\"verified\":true")) {
            assertThat(word(judged(strict, "Authorization", "Bearer " + signed(KEY, claims(members)))))
                    .as(members)
                    .isEqualTo("403 access_forbidden");
        }
    }

    // ---- what is said of it upstream

    @Test
    void claimsAreCopiedToTheFieldsOfTheRoute() throws Exception {
        TokenGuard copying = guard(
                List.of(TokenAlgorithm.RS256),
                Map.of(),
                Map.of("x-user", "sub", "x-groups", "groups", "x-mail", "email"));
        Verdict.Pass pass = (Verdict.Pass) judged(
                copying, "Authorization", "Bearer " + signed(KEY, claims("\"sub\":\"anna\",\"groups\":[\"a\",\"b\"]")));
        Fields upstream = pass.upstream();
        assertThat(upstream.size()).isEqualTo(2);
        assertThat(upstream.first("x-user")).isEqualTo("anna");
        assertThat(upstream.first("x-groups")).isEqualTo("a,b");
        assertThat(pass.answer().size()).isZero();
    }

    @Test
    void theClientsOwnCopiesAreThisGuardsAlsoWhereTheTokenHasNoSuchClaim() {
        TokenGuard copying = guard(List.of(TokenAlgorithm.RS256), Map.of(), Map.of("x-user", "sub", "x-mail", "email"));
        assertThat(copying.ownedFields()).containsExactlyInAnyOrder("x-user", "x-mail");
        assertThat(guard.ownedFields()).isEmpty();
    }

    @Test
    void aClaimCannotWriteAHeaderOfItsOwn() throws Exception {
        TokenGuard copying = guard(List.of(TokenAlgorithm.RS256), Map.of(), Map.of("x-user", "sub"));
        Verdict.Pass pass = (Verdict.Pass)
                judged(copying, "Authorization", "Bearer " + signed(KEY, claims("\"sub\":\"a\\r\\nx-role: admin\"")));
        assertThat(pass.upstream().first("x-user")).isEqualTo("a%0D%0Ax-role: admin");
    }

    // ---- Cloudflare

    private TokenGuard cloudflare(String... emails) {
        return TokenGuard.of(new CloudflareAccess("my-team", "aud-tag", List.of(emails)), issuer.keys, issuer.clock);
    }

    private static String teamClaims(String email) {
        return "{\"iss\":\"https://my-team.cloudflareaccess.com\",\"aud\":[\"aud-tag\"],\"email\":\"" + email
                + "\",\"exp\":" + (NOW + 60) + "}";
    }

    private static String verdictOnTeam(TokenGuard team, String claims) throws Exception {
        return word(judged(team, "Cf-Access-Jwt-Assertion", signed(KEY, claims)));
    }

    @Test
    void aTeamsTokenIsVerifiedWithTheTeamsKeys() throws Exception {
        assertThat(verdictOnTeam(cloudflare(), teamClaims("a@b.test"))).isEqualTo("pass");
        assertThat(issuer.awaitAsked(1)).isEqualTo("/cdn-cgi/access/certs");
    }

    @Test
    void theTeamsKeysArePublishedAtItsOwnHost() {
        var asked = new java.util.concurrent.atomic.AtomicReference<URI>();
        KeySets keys = new KeySets(
                url -> {
                    asked.set(url);
                    return new java.util.concurrent.CompletableFuture<>();
                },
                issuer.clock);
        TokenGuard team = TokenGuard.of(new CloudflareAccess("my-team", "x", List.of()), keys, issuer.clock);
        var unused = team.judge(
                request(GivenRequest.get("https://a.test/").with("cf-access-jwt-assertion", signed(KEY, CLAIMS))));
        assertThat(asked.get()).hasToString("https://my-team.cloudflareaccess.com/cdn-cgi/access/certs");
    }

    @Test
    void aTeamsTokenStandsInItsOwnFieldOnly() throws Exception {
        assertThat(word(judged(cloudflare(), "Authorization", "Bearer " + signed(KEY, teamClaims("a@b.test")))))
                .isEqualTo("401 access_missing");
        Verdict.Refuse refusal = (Verdict.Refuse) judged(cloudflare(), "Cf-Access-Jwt-Assertion", "x");
        assertThat(refusal.code()).isEqualTo("access_invalid");
        assertThat(refusal.fields().size()).isZero();
    }

    @Test
    void onlyListedAddressesGetInHoweverTheyAreCapitalised() throws Exception {
        TokenGuard team = cloudflare("Anna@Example.test", "bob@example.test");
        assertThat(verdictOnTeam(team, teamClaims("anna@example.TEST"))).isEqualTo("pass");
        assertThat(verdictOnTeam(team, teamClaims("bob@example.test"))).isEqualTo("pass");
        assertThat(verdictOnTeam(team, teamClaims("eve@example.test"))).isEqualTo("403 access_forbidden");
        assertThat(verdictOnTeam(team, teamClaims(""))).isEqualTo("403 access_forbidden");
        assertThat(verdictOnTeam(team, teamClaims("x").replace("\"email\":\"x\",", "")))
                .isEqualTo("403 access_forbidden");
        assertThat(verdictOnTeam(team, teamClaims("x").replace("\"x\"", "[\"bob@example.test\"]")))
                .isEqualTo("403 access_forbidden");
    }

    @Test
    void lettersThatOnlyFoldIntoOthersAreNotTheSameAddress() throws Exception {
        assertThat(verdictOnTeam(cloudflare("kim@example.test"), teamClaims("\u212aim@example.test")))
                .isEqualTo("403 access_forbidden");
    }

    @Test
    void aTeamsTokenForAnotherApplicationIsForbiddenAndOneOfAnotherTeamIsInvalid() throws Exception {
        assertThat(verdictOnTeam(cloudflare(), teamClaims("a@b.test").replace("aud-tag", "other")))
                .isEqualTo("403 access_forbidden");
        assertThat(verdictOnTeam(cloudflare(), teamClaims("a@b.test").replace("my-team", "your-team")))
                .isEqualTo("401 access_invalid");
    }

    @Test
    void aTeamsTokenIsSignedWithTheOneAlgorithmAndNoOther() throws Exception {
        String token = signed(KEY, "{\"alg\":\"RS512\",\"kid\":\"k1\"}", teamClaims("a@b.test"));
        assertThat(word(judged(cloudflare(), "Cf-Access-Jwt-Assertion", token))).isEqualTo("401 access_invalid");
    }
}
