package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.forwarding;
import static dev.gatehouse.config.load.Documents.route;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The blocks that say how bodies change and what is kept of them, as they are written. */
class BodyAndCacheBlocksTest {

    @Test
    void onlyGetAndHeadAreCached() {
        assertThat(cache("\"methods\": [\"get\", \"HEAD\", \"GET\"]").methods()).containsExactly("GET", "HEAD");
        for (String methods : List.of("[]", "[\"POST\"]", "[\"GET\", \"OPTIONS\"]")) {
            assertThat(faults(forwarding("\"cache\": {\"methods\": " + methods + "}")))
                    .hasSize(1);
        }
    }

    @Test
    void aCacheSharesAMethodWithItsRoute() {
        String route = "{\"match\": {\"path\": \"/\", \"methods\": [\"%s\"]}, \"upstream\": \"a.test\", \"cache\": {}}";
        assertThat(faults(table(route.formatted("HEAD")))).isEmpty();
        assertThat(faults(table(route.formatted("POST"))))
                .singleElement()
                .asString()
                .startsWith("routes[0].cache: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"200", "203", "301", "404", "499"})
    void aStatusMayHaveItsOwnWindow(String status) {
        assertThat(cache("\"statusTtlSeconds\": {\"" + status + "\": 0}").statusTtl())
                .isEqualTo(Map.of(Integer.valueOf(status), Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "199", "204", "206", "304", "500", "599", "600", "4xx", "0404", "", "40"})
    void somethingThatIsNeverKeptHasNoWindow(String status) {
        assertThat(faults(forwarding("\"cache\": {\"statusTtlSeconds\": {\"" + status + "\": 1}}")))
                .hasSize(1);
    }

    @Test
    void theKeySelectsQueryParameters() {
        assertThat(cache("\"key\": {\"query\": \"none\"}").key().query()).isEqualTo(new CacheKey.Query.None());
        assertThat(cache("\"key\": {\"query\": \"all\"}").key().query()).isEqualTo(new CacheKey.Query.All());
        assertThat(cache("\"key\": {\"query\": {\"ignore\": [\"Sig\"]}}").key().query())
                .isEqualTo(new CacheKey.Query.Ignore(List.of("Sig")));
        assertThat(cache("\"key\": {\"query\": {\"include\": [\"v\"]}}").key().query())
                .isEqualTo(new CacheKey.Query.Include(List.of("v")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"some\"",
                "{}",
                "{\"ignore\": []}",
                "{\"include\": []}",
                "{\"ignore\": [\"a\"], \"include\": [\"b\"]}",
                "{\"exclude\": [\"a\"]}",
                "[\"a\"]",
                "null"
            })
    void aSelectionIsOneOfTheFour(String query) {
        assertThat(faults(forwarding("\"cache\": {\"key\": {\"query\": " + query + "}}")))
                .isNotEmpty();
    }

    @Test
    void credentialsAreNeverPartOfTheKey() {
        assertThat(cache("\"key\": {\"headers\": [\"Accept-Language\", \"accept-language\"]}")
                        .key()
                        .headers())
                .containsExactly("accept-language");
        for (String name : List.of("Authorization", "cookie", "a b")) {
            assertThat(faults(forwarding("\"cache\": {\"key\": {\"headers\": [\"" + name + "\"]}}")))
                    .hasSize(1);
        }
    }

    @Test
    void storedTypesAreAtLeastOnePrefix() {
        assertThat(cache("\"contentTypes\": [\"Text/HTML\"]").contentTypes()).containsExactly("text/html");
        assertThat(faults(forwarding("\"cache\": {\"contentTypes\": []}"))).hasSize(1);
        assertThat(faults(forwarding("\"cache\": {\"contentTypes\": [\"\"]}"))).hasSize(1);
    }

    @Test
    void anOldAnswerStandsInForFailuresThatThereAre() {
        assertThat(Objects.requireNonNull(
                                cache("\"staleIfError\": {\"on\": [\"5xx\"]}").staleIfError())
                        .on())
                .containsExactly(FailureKind.STATUS_5XX);
        assertThat(faults(forwarding("\"cache\": {\"staleIfError\": {\"on\": []}}")))
                .hasSize(1);
        assertThat(faults(forwarding("\"cache\": {\"staleIfError\": {\"on\": [\"404\"]}}")))
                .hasSize(1);
    }

    @Test
    void rewritingTakesPairsAndTypes() {
        assertThat(Objects.requireNonNull(
                        route("\"bodyRewrite\": {\"replace\": [{\"from\": \"a\", \"to\": \"\"}], \"contentTypes\": []}")
                                .rewriting()
                                .body()))
                .isEqualTo(new BodyRewrite(
                        true, List.of(new Replacement("a", "")), List.of(), true, null, Csp.DROP, null));
        for (String pair :
                List.of("{\"from\": \"\", \"to\": \"b\"}", "{\"from\": \"a\"}", "{\"to\": \"b\"}", "[\"a\", \"b\"]")) {
            assertThat(faults(forwarding("\"bodyRewrite\": {\"replace\": [" + pair + "]}")))
                    .hasSize(1);
        }
        assertThat(faults(forwarding("\"bodyRewrite\": {\"csp\": \"keep\"}"))).hasSize(1);
        assertThat(faults(forwarding("\"bodyRewrite\": {\"fallbackCharset\": \"\"}")))
                .hasSize(1);
    }

    @Test
    void anInjectionNeedsAnAnchor() {
        assertThat(faults(forwarding("\"bodyRewrite\": {\"inject\": {\"bodyEnd\": \"<p>\"}}")))
                .isEmpty();
        assertThat(faults(forwarding("\"bodyRewrite\": {\"inject\": {}}"))).hasSize(1);
        assertThat(faults(forwarding("\"bodyRewrite\": {\"inject\": {\"bodyEnd\": \"\"}}")))
                .hasSize(1);
        assertThat(faults(forwarding("\"bodyRewrite\": {\"inject\": {\"footer\": \"x\"}}")))
                .hasSize(1);
    }

    @Test
    void theAnchorsTogetherHoldSixtyFourKibibytes() {
        // four bytes a character, so that the texts are long and the escapes of the route are not
        String half = "𝄞".repeat(Inject.MAX_BYTES / 8);
        List<String> over = faults(forwarding(
                "\"bodyRewrite\": {\"inject\": {\"headEnd\": \"" + half + "\", \"bodyEnd\": \"" + half + "x\"}}"));
        assertThat(over).anyMatch(fault -> fault.startsWith("routes[0].bodyRewrite.inject: 65537 bytes of markup"));
        List<String> exactly = faults(forwarding(
                "\"bodyRewrite\": {\"inject\": {\"headEnd\": \"" + half + "\", \"bodyEnd\": \"" + half + "\"}}"));
        assertThat(exactly).noneMatch(fault -> fault.contains("bytes of markup"));
    }

    private static Cache cache(String fields) {
        return Objects.requireNonNull(route("\"cache\": {" + fields + "}").cache());
    }
}
