package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.forwarding;
import static dev.gatehouse.config.load.Documents.route;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The blocks of the guards, as they are written. What they do is another matter. */
class GuardBlocksTest {

    private static final String DIGEST = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    @Test
    void countriesAreFoldedToUpperCase() {
        assertThat(route("\"blockCountries\": [\"cu\", \"CU\"], \"allowCountries\": [\"De\"]")
                        .guards()
                        .geo())
                .isEqualTo(new Geo(List.of("CU"), List.of("DE")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"T1", "USA", "U", "", "ÄÖ", "U "})
    void aCountryIsTwoLetters(String country) {
        assertThat(faults(forwarding("\"blockCountries\": [\"" + country + "\"]")))
                .hasSize(1);
        assertThat(faults(forwarding("\"allowCountries\": [\"" + country + "\"]")))
                .hasSize(1);
    }

    @Test
    void anEmptyListBlocksNobodyAndCannotBeAnAllowList() {
        assertThat(faults(forwarding("\"blockCountries\": []"))).isEmpty();
        assertThat(faults(forwarding("\"allowCountries\": []"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "10.0.0.0/8", "2001:db8::1", "2001:db8::/32", "0.0.0.0/0", "::ffff:10.0.0.1"})
    void anIpRuleIsAnAddressOrARange(String rule) {
        assertThat(faults(forwarding("\"ip\": {\"allow\": [\"" + rule + "\"]}")))
                .isEmpty();
        assertThat(faults(forwarding("\"ip\": {\"deny\": [\"" + rule + "\"]}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0",
                "10.0.0.256",
                "010.0.0.1",
                "10.0.0.0/33",
                "10.0.0.0/",
                "a.test",
                "10.0.0.1-2",
                "::/129"
            })
    void aMalformedIpRuleIsRefused(String rule) {
        assertThat(faults(forwarding("\"ip\": {\"allow\": [\"" + rule + "\"]}")))
                .singleElement()
                .asString()
                .startsWith("routes[0].ip.allow[0]: ");
    }

    @Test
    void ipRulesNeedARule() {
        assertThat(faults(forwarding("\"ip\": {}"))).hasSize(1);
        assertThat(faults(forwarding("\"ip\": {\"allow\": [], \"deny\": []}"))).hasSize(1);
    }

    @Test
    void everyOriginAndCredentialsExcludeEachOther() {
        assertThat(faults(forwarding("\"cors\": {\"origins\": [\"*\"], \"credentials\": true}")))
                .hasSize(1);
        assertThat(faults(forwarding("\"cors\": {\"origins\": [\"*\"]}"))).isEmpty();
        assertThat(faults(forwarding("\"cors\": {\"credentials\": true}"))).isEmpty();
        assertThat(faults(forwarding("\"cors\": {\"origins\": []}"))).hasSize(1);
        assertThat(faults(forwarding("\"cors\": {\"allowMethods\": []}"))).hasSize(1);
    }

    @Test
    void allowedMethodsAndMatchedMethodsHaveOneInCommon() {
        String route = "{\"match\": {\"path\": \"/\", \"methods\": [\"GET\"]}, \"upstream\": \"a.test\", "
                + "\"requestPolicy\": {\"allowedMethods\": [%s]}}";
        assertThat(faults(table(route.formatted("\"post\", \"get\"")))).isEmpty();
        assertThat(faults(table(route.formatted("\"POST\""))))
                .singleElement()
                .asString()
                .startsWith("routes[0].requestPolicy: ");
        assertThat(faults(forwarding("\"requestPolicy\": {\"allowedMethods\": [\"POST\"]}")))
                .isEmpty();
        assertThat(faults(forwarding("\"requestPolicy\": {\"allowedMethods\": []}")))
                .hasSize(1);
    }

    @Test
    void refererHostsFollowTheGrammarOfMatchHost() {
        assertThat(Objects.requireNonNull(route("\"referer\": {\"allow\": [\"*.A.test\", \"a.test\"]}")
                                .guards()
                                .referer())
                        .allow())
                .extracting(Object::toString)
                .containsExactly("*.a.test", "a.test");
        for (String host : List.of("*", "a.test:80", "https://a.test", "")) {
            assertThat(faults(forwarding("\"referer\": {\"allow\": [\"" + host + "\"]}")))
                    .hasSize(1);
        }
        assertThat(faults(forwarding("\"referer\": {\"allow\": []}"))).hasSize(1);
        assertThat(faults(forwarding("\"referer\": {}"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"400", "401", "200", "\"403\""})
    void aRefererIsRefusedWith403Or404Only(String status) {
        assertThat(faults(forwarding("\"referer\": {\"allow\": [\"a.test\"], \"onRefuse\": " + status + "}")))
                .singleElement()
                .asString()
                .endsWith("(expected: 403 or 404)");
    }

    @Test
    void aLimiterIsNamed() {
        assertThat(faults(forwarding("\"rateLimit\": {}"))).hasSize(1);
        assertThat(faults(forwarding("\"rateLimit\": {\"binding\": \"\"}"))).hasSize(1);
        assertThat(faults(forwarding("\"rateLimit\": {\"binding\": \"RL\", \"by\": \"user\"}")))
                .hasSize(1);
    }

    @Test
    void aLimiterTellsCallersWhatIsLeftWhereItIsAskedTo() {
        assertThat(faults(forwarding("\"rateLimit\": {\"binding\": \"RL\", \"headers\": true}")))
                .isEmpty();
        assertThat(faults(forwarding("\"rateLimit\": {\"binding\": \"RL\", \"headers\": false}")))
                .hasSize(1);
    }

    @Test
    void aSignedLinkNamesItsSecretAndHasTwoParameters() {
        assertThat(faults(forwarding("\"signedLink\": {}"))).hasSize(1);
        assertThat(faults(forwarding("\"signedLink\": {\"secretBinding\": \"S\", \"param\": \"a b\"}")))
                .hasSize(1);
        assertThat(faults(forwarding("\"signedLink\": {\"secretBinding\": \"S\", \"param\": \"exp\"}")))
                .hasSize(1);
        assertThat(faults(forwarding("\"signedLink\": {\"secretBinding\": \"S\", \"secret\": \"hunter2\"}")))
                .singleElement()
                .asString()
                .contains("unknown key")
                .doesNotContain("hunter2");
    }

    @Test
    void accessNeedsAMechanism() {
        assertThat(faults(forwarding("\"access\": {}")))
                .singleElement()
                .asString()
                .contains("no mechanism");
        assertThat(faults(forwarding("\"access\": {\"header\": \"x-key\"}"))).hasSize(1);
        assertThat(faults(forwarding("\"access\": {\"keys\": []}"))).hasSize(1);
    }

    @Test
    void onlyDigestsOfKeysAreAccepted() {
        assertThat(faults(forwarding("\"access\": {\"keys\": [\"" + DIGEST + "\"]}")))
                .isEmpty();
        for (String key : List.of(
                DIGEST.toUpperCase(java.util.Locale.ROOT),
                DIGEST.substring(1),
                DIGEST + "0",
                "g" + DIGEST.substring(1),
                "")) {
            assertThat(faults(forwarding("\"access\": {\"keys\": [\"" + key + "\"]}")))
                    .singleElement()
                    .asString()
                    .contains("text of " + key.length() + " characters");
        }
    }

    @Test
    void aRawKeyIsNeverRepeatedInTheFault() {
        assertThat(faults(forwarding("\"access\": {\"keys\": [\"hunter2\"]}")).toString())
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "-a", "a-", "A", "a.b", "a/b", "evil.test/", ""})
    void aTeamNameCanOnlyNameATeam(String team) {
        assertThat(faults(
                        forwarding("\"access\": {\"cloudflare\": {\"team\": \"" + team + "\", \"audience\": \"x\"}}")))
                .hasSize(1);
    }

    @Test
    void aTeamNameHasTwoToSixtyFourCharacters() {
        for (String team : List.of("ab", "a".repeat(64))) {
            assertThat(faults(forwarding(
                            "\"access\": {\"cloudflare\": {\"team\": \"" + team + "\", \"audience\": \"x\"}}")))
                    .isEmpty();
        }
        assertThat(faults(forwarding(
                        "\"access\": {\"cloudflare\": {\"team\": \"" + "a".repeat(65) + "\", \"audience\": \"x\"}}")))
                .hasSize(1);
    }

    @Test
    void teamTokensNameTheirAudienceAndPerhapsAddresses() {
        String block = "\"access\": {\"cloudflare\": {\"team\": \"ab\"%s}}";
        assertThat(faults(forwarding(block.formatted("")))).hasSize(1);
        assertThat(faults(forwarding(block.formatted(", \"audience\": \"\"")))).hasSize(1);
        assertThat(faults(forwarding(block.formatted(", \"audience\": \"x\", \"emails\": [\"a@b.test\"]"))))
                .isEmpty();
        assertThat(faults(forwarding(block.formatted(", \"audience\": \"x\", \"emails\": []"))))
                .hasSize(1);
        assertThat(faults(forwarding(block.formatted(", \"audience\": \"x\", \"emails\": [\"nobody\"]"))))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://i.test/jwks",
                "https://me:pw@i.test/jwks",
                "https://169.254.169.254/jwks",
                "https://metadata.google.internal/x",
                "https://[fe80::1]/x",
                "i.test",
                "https:///x",
                "https://i.test:99999/x"
            })
    void keysOfAnIssuerComeOverTlsFromAPlainAddress(String url) {
        assertThat(faults(jwt("\"jwksUrl\": \"" + url + "\"")))
                .singleElement()
                .asString()
                .doesNotContain("pw");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://i.test/jwks?a=b", "https://10.0.0.1/jwks", "https://localhost:8443/", "https://[::1]/"})
    void anIssuerMayBePrivate(String url) {
        assertThat(faults(jwt("\"jwksUrl\": \"" + url + "\""))).isEmpty();
    }

    @Test
    void claimsTakeAValueOrAList() {
        String url = "\"jwksUrl\": \"https://i.test/\", ";
        assertThat(faults(jwt(url + "\"claims\": {\"role\": \"admin\", \"group\": [\"a\", \"b\"]}")))
                .isEmpty();
        assertThat(faults(jwt(url + "\"claims\": {\"role\": []}"))).hasSize(1);
        assertThat(faults(jwt(url + "\"claims\": {\"role\": 1}"))).hasSize(1);
        assertThat(faults(jwt(url + "\"claims\": {\"role\": [1]}"))).hasSize(1);
    }

    @Test
    void tokensAreSignedWithTheIssuersPrivateKeyAndWithNothingElse() {
        String url = "\"jwksUrl\": \"https://i.test/\", \"algorithms\": ";
        assertThat(faults(jwt(url + "[\"RS256\", \"RS384\", \"RS512\", \"PS256\", \"PS384\", \"PS512\"]")))
                .isEmpty();
        assertThat(faults(jwt(url + "[\"ES256\", \"ES384\", \"ES512\"]"))).isEmpty();
        for (String algorithms :
                List.of("[]", "\"RS256\"", "[\"HS256\"]", "[\"none\"]", "[\"rs256\"]", "[\"ES256K\"]")) {
            assertThat(faults(jwt(url + algorithms))).as(algorithms).hasSize(1);
        }
    }

    @Test
    void aClaimIsCopiedToAFieldThatTheProxyDoesNotSetItself() {
        String url = "\"jwksUrl\": \"https://i.test/\", \"copyClaims\": ";
        assertThat(faults(jwt(url + "{\"X-User\": \"sub\", \"x-mail\": \"email\"}")))
                .isEmpty();
        for (String copies : List.of(
                "{\"host\": \"sub\"}",
                "{\"x-forwarded-for\": \"ip\"}",
                "{\"content-length\": \"n\"}",
                "{\"a b\": \"sub\"}",
                "{\"x-user\": \"\"}",
                "{\"x-user\": [\"sub\"]}",
                "{\"X-User\": \"sub\", \"x-user\": \"email\"}",
                "[\"x-user\"]")) {
            assertThat(faults(jwt(url + copies))).as(copies).hasSize(1);
        }
    }

    @Test
    void keyAndTokenCannotShareAHeader() {
        String jwt = "\"jwt\": {\"issuer\": \"i\", \"jwksUrl\": \"https://i.test/\", \"audience\": \"a\"}";
        assertThat(faults(forwarding("\"access\": {" + jwt + ", \"keys\": [\"" + DIGEST + "\"]}")))
                .hasSize(1);
        assertThat(faults(
                        forwarding("\"access\": {" + jwt + ", \"keys\": [\"" + DIGEST + "\"], \"header\": \"X-Key\"}")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/verify",
                "auth.test/verify",
                "ftp://auth.test",
                "https://me:pw@auth.test",
                "https://me@auth.test",
                "http://169.254.169.254/",
                "http://2852039166/",
                "http://metadata/",
                ""
            })
    void aVerdictIsAskedForAtAPlainWebAddress(String url) {
        assertThat(faults(forwarding("\"forwardAuth\": {\"url\": \"" + url + "\"}")))
                .singleElement()
                .asString()
                .doesNotContain("pw");
    }

    @Test
    void theFragmentOfAVerdictsAddressIsDropped() {
        assertThat(Objects.requireNonNull(route("\"forwardAuth\": {\"url\": \"http://127.0.0.1:9/a?b#c\"}")
                                .guards()
                                .forwardAuth())
                        .url())
                .hasToString("http://127.0.0.1:9/a?b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"copyRequestHeaders", "copyResponseHeaders"})
    void copiedNamesFollowTheRulesForRequests(String field) {
        String block = "\"forwardAuth\": {\"url\": \"https://auth.test\", \"" + field + "\": [%s]}";
        assertThat(faults(forwarding(block.formatted("\"X-User\", \"cookie\""))))
                .isEmpty();
        for (String names :
                List.of("", "\"host\"", "\"X-Request-Id\"", "\"content-length\"", "\"a b\"", "\"X-A\", \"x-a\"")) {
            assertThat(faults(forwarding(block.formatted(names)))).as(names).hasSize(1);
        }
    }

    @Test
    void anOpenDoorIsWrittenOrLeftOut() {
        assertThat(faults(forwarding("\"forwardAuth\": {\"url\": \"https://auth.test\", \"failOpen\": true}")))
                .isEmpty();
        assertThat(faults(forwarding("\"forwardAuth\": {\"url\": \"https://auth.test\", \"failOpen\": false}")))
                .hasSize(1);
    }

    @Test
    void delegatedAuthAndACacheExcludeEachOther() {
        assertThat(faults(forwarding("\"forwardAuth\": {\"url\": \"https://auth.test\"}, \"cache\": {}")))
                .singleElement()
                .asString()
                .startsWith("routes[0].cache: ");
        assertThat(faults(forwarding(
                        "\"forwardAuth\": {\"url\": \"https://auth.test\"}, \"cache\": {\"enabled\": false}")))
                .hasSize(1);
    }

    private static String jwt(String fields) {
        return forwarding("\"access\": {\"jwt\": {\"issuer\": \"i\", \"audience\": \"a\", " + fields + "}}");
    }
}
