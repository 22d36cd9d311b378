package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.forwarding;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers at the edge and pages for failures, as they are written. */
class RespondTest {

    @Test
    void redirectAndStatusExcludeEachOtherAndOneIsRequired() {
        assertThat(of("\"redirect\": {\"to\": \"/b\"}, \"status\": 200"))
                .singleElement()
                .asString()
                .contains("redirect and status together");
        assertThat(of("")).singleElement().asString().contains("redirect and status both missing");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectHasOneOfFiveStatuses(int status) {
        assertThat(of("\"redirect\": {\"to\": \"/b\", \"status\": " + status + "}"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 300, 304, 305, 306, 309, 404})
    void noOtherStatusRedirects(int status) {
        assertThat(of("\"redirect\": {\"to\": \"/b\", \"status\": " + status + "}"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/b", "/b?c#d", "/b//c"})
    void aRedirectLeadsToAPath(String to) {
        assertThat(of("\"redirect\": {\"to\": \"" + to + "\"}")).isEmpty();
        assertThat(of("\"redirect\": {\"to\": \"" + to + "\", \"allowExternal\": true}"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://b.test", "http://b.test/x?y", "HTTPS://B.test"})
    void anotherHostNeedsToBeAllowed(String to) {
        assertThat(of("\"redirect\": {\"to\": \"" + to + "\"}")).hasSize(1);
        assertThat(of("\"redirect\": {\"to\": \"" + to + "\", \"allowExternal\": true}"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert(1)", "ftp://b.test", "https:", "https://", "b", "", "https://b c"})
    void onlyWebAddressesAreOtherHosts(String to) {
        assertThat(of("\"redirect\": {\"to\": \"" + to + "\", \"allowExternal\": true}"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//b.test",
                "/\\\\b.test",
                "\\\\b.test",
                "/a\\\\b",
                "/\\t/b.test",
                "/\\r\\nX: y",
                "/\\u0000",
                "/\\u007f"
            })
    void whatBrowsersReadAsAnotherHostIsAlwaysRefused(String to) {
        assertThat(of("\"redirect\": {\"to\": \"" + to + "\"}")).hasSize(1);
        assertThat(of("\"redirect\": {\"to\": \"" + to + "\", \"allowExternal\": true}"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 205, 304})
    void statusesWithoutABodyHaveNone(int status) {
        assertThat(of("\"status\": " + status)).isEmpty();
        assertThat(of("\"status\": " + status + ", \"contentType\": \"text/plain\", \"body\": \"\""))
                .singleElement()
                .asString()
                .contains("a body with status " + status);
    }

    @Test
    void aStatusOutOfRangeIsRefusedWithTheRange() {
        assertThat(of("\"status\": 199")).singleElement().asString().contains("199", "from 200 to 599");
    }

    @Test
    void aBodyNeedsItsType() {
        assertThat(of("\"status\": 200, \"body\": \"x\""))
                .singleElement()
                .asString()
                .contains("respond.contentType: missing");
        assertThat(of("\"status\": 200, \"body\": \"\", \"contentType\": \"text/plain\""))
                .isEmpty();
        assertThat(of("\"status\": 200, \"contentType\": \"a\\r\\nb\"")).hasSize(1);
    }

    @Test
    void aRedirectHasNoBody() {
        assertThat(of("\"redirect\": {\"to\": \"/b\"}, \"body\": \"x\"")).hasSize(1);
        assertThat(of("\"redirect\": {\"to\": \"/b\"}, \"contentType\": \"text/plain\""))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length",
                "set-cookie",
                "Transfer-Encoding",
                "connection",
                "content-encoding",
                "upgrade",
                "a b"
            })
    void reservedFieldsCannotBeWritten(String name) {
        assertThat(of("\"status\": 200, \"headers\": {\"" + name + "\": \"v\"}"))
                .hasSize(1);
    }

    @Test
    void theTargetOfARedirectStandsInOnePlace() {
        assertThat(of("\"redirect\": {\"to\": \"/b\"}, \"headers\": {\"Location\": \"/c\"}"))
                .hasSize(1);
        assertThat(of("\"status\": 201, \"headers\": {\"Location\": \"/c\"}")).isEmpty();
    }

    @Test
    void aBodyIsBoundedByTheSizeOfARoute() {
        assertThat(of("\"status\": 200, \"contentType\": \"t\", \"body\": \"" + "x".repeat(65_000) + "\""))
                .isEmpty();
        assertThat(of("\"status\": 200, \"contentType\": \"t\", \"body\": \"" + "x".repeat(65_536) + "\""))
                .singleElement()
                .asString()
                .contains("expected: at most 65536");
    }

    @Test
    void anErrorPageHasABodyAndAType() {
        assertThat(
                        pages(
                                "\"502\": {\"body\": \"x\", \"contentType\": \"text/html\", \"headers\": {\"Retry-After\": \"5\"}}"))
                .isEmpty();
        assertThat(pages("\"502\": {\"body\": \"x\"}")).hasSize(1);
        assertThat(pages("\"502\": {\"contentType\": \"text/html\"}")).hasSize(1);
        assertThat(pages("\"502\": {\"body\": \"\", \"contentType\": \"text/html\"}"))
                .hasSize(1);
        assertThat(pages("\"502\": {\"body\": \"x\", \"contentType\": \"t\", \"headers\": {\"Set-Cookie\": \"a=b\"}}"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "502", "503", "504", "599"})
    void errorPagesAreForServerErrors(String status) {
        assertThat(pages("\"" + status + "\": {\"body\": \"x\", \"contentType\": \"t\"}"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"499", "600", "404", "5xx", "0502", "", "50"})
    void errorPagesAreForNothingElse(String status) {
        assertThat(pages("\"" + status + "\": {\"body\": \"x\", \"contentType\": \"t\"}"))
                .hasSize(1);
    }

    @Test
    void anAnswerAtTheEdgeHasNoErrorPages() {
        assertThat(
                        faults(
                                table(
                                        "{\"match\": {\"path\": \"/\"}, \"respond\": {\"status\": 200}, \"errorPages\": {\"502\": {\"body\": \"x\", \"contentType\": \"t\"}}}")))
                .isNotEmpty()
                .allMatch(fault -> fault.startsWith("routes[0].errorPages: "));
    }

    private static List<String> of(String fields) {
        return faults(table("{\"match\": {\"path\": \"/\"}, \"respond\": {" + fields + "}}"));
    }

    private static List<String> pages(String pages) {
        return faults(forwarding("\"errorPages\": {" + pages + "}"));
    }
}
