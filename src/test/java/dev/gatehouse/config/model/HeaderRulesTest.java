package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.forwarding;
import static dev.gatehouse.config.load.Documents.route;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which fields rules may name, and how a rule must look. */
class HeaderRulesTest {

    @ParameterizedTest
    @ValueSource(strings = {"Host", "x-forwarded-host", "X-Forwarded-Proto", "X-FORWARDED-FOR", "x-request-id"})
    void theProxysOwnFieldsAreOffLimitsForRequestRules(String name) {
        assertRefusedInRequests(name);
    }

    @Test
    void theMirrorsMarkIsOffLimitsForRequestRules() {
        assertRefusedInRequests("X-Jouska-Mirror");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connection",
                "Keep-Alive",
                "proxy-connection",
                "proxy-authenticate",
                "proxy-authorization",
                "te",
                "trailer",
                "Transfer-Encoding",
                "content-length"
            })
    void hopByHopFieldsAndLengthAreOffLimitsForRequestRules(String name) {
        assertRefusedInRequests(name);
    }

    @Test
    void theCodingsAskedForAreOffLimitsForRequestRules() {
        assertRefusedInRequests("Accept-Encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Upgrade", "sec-websocket-key", "Sec-WebSocket-Protocol", "sec-websocket-anything"})
    void theHandshakesFieldsAreOffLimitsForRequestRules(String name) {
        assertRefusedInRequests(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connection",
                "keep-alive",
                "Proxy-Connection",
                "proxy-authenticate",
                "proxy-authorization",
                "te",
                "trailer",
                "transfer-encoding",
                "upgrade",
                "Content-Length",
                "content-encoding"
            })
    void hopByHopFieldsLengthAndCodingAreOffLimitsForResponseRules(String name) {
        assertRefusedInResponses(name);
    }

    @Test
    void cookiesAreOffLimitsForResponseRules() {
        assertRefusedInResponses("Set-Cookie");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Location", "content-location", "Refresh"})
    void redirectsMayBeWrittenButNotRemoved(String name) {
        assertThat(faults(forwarding("\"responseHeaders\": {\"set\": {\"" + name + "\": \"v\"}}")))
                .isEmpty();
        assertThat(faults(forwarding("\"responseHeaders\": {\"remove\": [\"" + name + "\"]}")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-request-id", "x-jouska-cache", "age", "content-security-policy"})
    void whatOnlyLooksReservedMayBeWrittenAndRemovedInResponses(String name) {
        assertThat(faults(forwarding("\"responseHeaders\": {\"set\": {\"" + name + "\": \"v\"}}")))
                .isEmpty();
        assertThat(faults(forwarding("\"responseHeaders\": {\"remove\": [\"" + name + "\"]}")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"requestHeaders", "responseHeaders"})
    void aNameBothSetAndRemovedIsRefused(String block) {
        assertThat(faults(forwarding("\"" + block + "\": {\"set\": {\"X-A\": \"v\"}, \"remove\": [\"x-a\"]}")))
                .singleElement()
                .asString()
                .contains("x-a is both set and removed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"requestHeaders\": {\"set\": {\"X-Foo\": \"a\", \"x-foo\": \"a\"}}",
                "\"responseHeaders\": {\"set\": {\"X-Foo\": \"a\", \"x-foo\": \"b\"}}",
                "\"upstreamHeaders\": {\"X-Foo\": \"a\", \"x-foo\": \"b\"}"
            })
    void twoSpellingsOfOneNameAreRefused(String fields) {
        assertThat(faults(forwarding(fields))).singleElement().asString().contains("a second spelling of one name");
    }

    @Test
    void theAliasIsGoneOnceTheRouteIsRead() {
        HeaderRules rules = route(
                        "\"upstreamHeaders\": {\"X-A\": \"1\"}, \"requestHeaders\": {\"set\": {\"X-B\": \"2\"}, \"remove\": [\"X-C\", \"x-c\"]}")
                .rewriting()
                .requestHeaders();
        assertThat(rules).isEqualTo(new HeaderRules(Map.of("x-a", "1", "x-b", "2"), List.of("x-c")));
    }

    @Test
    void theAliasMayRepeatAValueButNotContradictIt() {
        String both = "\"upstreamHeaders\": {\"X-A\": \"1\"}, \"requestHeaders\": {\"set\": {\"x-a\": \"%s\"}}";
        assertThat(faults(forwarding(both.formatted("1")))).isEmpty();
        assertThat(faults(forwarding(both.formatted("2"))))
                .singleElement()
                .asString()
                .startsWith("routes[0].upstreamHeaders: x-a has another value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"host", "x-request-id", "x-jouska-mirror", "te", "content-length", "accept-encoding", "upgrade"})
    void theAliasRefusesWhatRequestRulesRefuse(String name) {
        assertThat(faults(forwarding("\"upstreamHeaders\": {\"" + name + "\": \"v\"}")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\r", "\\n", "\\u0000", "a\\r\\nX-Evil: 1"})
    void lineEndsInNamesAndValuesAreRefused(String evil) {
        for (String block : List.of("requestHeaders", "responseHeaders")) {
            assertThat(faults(forwarding("\"" + block + "\": {\"set\": {\"x-a\": \"" + evil + "\"}}")))
                    .hasSize(1);
            assertThat(faults(forwarding("\"" + block + "\": {\"set\": {\"x" + evil + "\": \"v\"}}")))
                    .hasSize(1);
            assertThat(faults(forwarding("\"" + block + "\": {\"remove\": [\"x" + evil + "\"]}")))
                    .hasSize(1);
        }
    }

    @Test
    void aFaultyValueIsNotShown() {
        assertThat(faults(forwarding("\"upstreamHeaders\": {\"authorization\": \"Bearer hunter2\\n\"}")))
                .containsExactly(
                        "routes[0].upstreamHeaders.authorization: text of 15 characters (expected: text without CR, LF and NUL)");
    }

    @Test
    void valuesAreLiteral() {
        assertThat(route("\"upstreamHeaders\": {\"x-a\": \"${host}\"}")
                        .rewriting()
                        .requestHeaders()
                        .set())
                .containsEntry("x-a", "${host}");
    }

    private static void assertRefusedInRequests(String name) {
        assertThat(faults(forwarding("\"requestHeaders\": {\"set\": {\"" + name + "\": \"v\"}}")))
                .singleElement()
                .asString()
                .startsWith("routes[0].requestHeaders.set." + name + ": ");
        assertThat(faults(forwarding("\"requestHeaders\": {\"remove\": [\"" + name + "\"]}")))
                .singleElement()
                .asString()
                .startsWith("routes[0].requestHeaders.remove[0]: ");
    }

    private static void assertRefusedInResponses(String name) {
        assertThat(faults(forwarding("\"responseHeaders\": {\"set\": {\"" + name + "\": \"v\"}}")))
                .hasSize(1);
        assertThat(faults(forwarding("\"responseHeaders\": {\"remove\": [\"" + name + "\"]}")))
                .hasSize(1);
    }
}
