package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.forwarding;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How an upstream is written, and which hosts it may not be at. */
class UpstreamRefTest {

    @ParameterizedTest
    @CsvSource({
        "API.example.com, api.example.com, -1, ''",
        "a:1, a, 1, ''",
        "a:65535, a, 65535, ''",
        "a/, a, -1, ''",
        "a/Base/, a, -1, /Base",
        "a:8080/Base/path, a, 8080, /Base/path",
        "203.0.113.9, 203.0.113.9, -1, ''",
        "a-b.c/x:y@z, a-b.c, -1, /x:y@z"
    })
    void hostPortAndBaseAreTakenApart(String text, String host, int port, String base) {
        assertThat(UpstreamRef.parse(text)).isEqualTo(new UpstreamRef(host, port, base));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://a.test",
                "http://a.test",
                "//a.test",
                "ftp:a",
                "a:0",
                "a:65536",
                "a:123456",
                "a:",
                "a:b",
                "me@a.test",
                "me:secret@a.test",
                "-a.test",
                "a.test-",
                "a.test.",
                ".a.test",
                "a..test",
                "[::1]",
                "a/b//c",
                "a/b?q",
                "a/b#f",
                "a/b c",
                "a/b\\c",
                "a/../b",
                "a_b.test",
                "ä.test"
            })
    void anythingElseIsRefused(String text) {
        assertThat(UpstreamRef.parse(text)).isNull();
    }

    @Test
    void aSchemeIsRefusedWithWhatIsExpected() {
        assertThat(faults(table("{\"match\": {\"path\": \"/\"}, \"upstream\": \"https://x\"}")))
                .singleElement()
                .asString()
                .startsWith(
                        "routes[0].upstream: \"https://x\" (expected: host, host:port or host/base/path without a scheme");
    }

    @Test
    void credentialsAreNotRepeatedInTheFault() {
        assertThat(faults(table("{\"match\": {\"path\": \"/\"}, \"upstream\": \"me:hunter2@x\"}")))
                .singleElement()
                .asString()
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:8080",
                "127.0.0.1",
                "127.1",
                "2130706433",
                "0x7f000001",
                "0177.0.0.1",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255/x",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "metadata.google.internal",
                "metadata.goog"
            })
    void privateHostsNeedTheirExemption(String upstream) {
        String route = "{\"match\": {\"path\": \"/\"}, \"upstream\": \"" + upstream + "\"";
        assertThat(faults(table(route + "}"))).singleElement().asString().contains("allowPrivateUpstream");
        assertThat(faults(table(route + ", \"allowPrivateUpstream\": true}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"172.15.0.1", "172.32.0.1", "100.128.0.1", "11.0.0.1", "1.1.1.1", "localhost.example.com"})
    void publicHostsNeedNone(String upstream) {
        assertThat(faults(table("{\"match\": {\"path\": \"/\"}, \"upstream\": \"" + upstream + "\"}")))
                .isEmpty();
    }

    @Test
    void everyEntryIsScreenedAndTheMirrorSharesTheExemption() {
        List<String> routes = List.of(
                "{\"match\": {\"path\": \"/\"}, \"upstreams\": [\"a.test\", \"10.0.0.1\"]%s}",
                "{\"match\": {\"path\": \"/\"}, \"trafficSplit\": [{\"upstream\": \"10.0.0.1\", \"weight\": 1}]%s}",
                "{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\", \"mirror\": {\"upstream\": \"10.0.0.1\"}%s}");
        for (String route : routes) {
            assertThat(faults(table(route.formatted(""))))
                    .singleElement()
                    .asString()
                    .contains("allowPrivateUpstream");
            assertThat(faults(table(route.formatted(", \"allowPrivateUpstream\": true"))))
                    .isEmpty();
        }
    }

    @Test
    void theExemptionIsWrittenOrLeftOut() {
        assertThat(faults(forwarding("\"allowPrivateUpstream\": false"))).hasSize(1);
    }

    @Test
    void schemesAreTwo() {
        assertThat(faults(forwarding("\"scheme\": \"http\""))).isEmpty();
        assertThat(faults(forwarding("\"scheme\": \"https\""))).isEmpty();
        assertThat(faults(forwarding("\"scheme\": \"HTTP\""))).hasSize(1);
        assertThat(Scheme.HTTPS.defaultPort()).isEqualTo(443);
        assertThat(Scheme.HTTP.defaultPort()).isEqualTo(80);
    }
}
