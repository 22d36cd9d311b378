package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.read;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a route may claim, as it is written. */
class MatchTest {

    @Test
    void namesAndMethodsAreFoldedOnce() {
        Match match = match(
                "\"host\": \"WWW.Example.COM\", \"methods\": [\"get\", \"Get\", \"post\"], \"headers\": [{\"name\": \"X-Env\", \"equals\": \"Prod\"}], \"query\": [{\"name\": \"Q\", \"prefix\": \"V\"}], \"cookies\": [{\"name\": \"C\", \"present\": true}]");
        assertThat(match.host()).hasToString("www.example.com");
        assertThat(match.methods()).containsExactly("GET", "POST");
        assertThat(match.headers()).containsExactly(new Condition("x-env", new Condition.Operator.Equals("Prod")));
        assertThat(match.query()).containsExactly(new Condition("Q", new Condition.Operator.Prefix("V")));
        assertThat(match.cookies()).containsExactly(new Condition("C", new Condition.Operator.Present(true)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"methods\": [\"GET\"]",
                "\"host\": \"*\"",
                "\"host\": \"*example.com\"",
                "\"host\": \"a.*.com\"",
                "\"host\": \"a.com:80\"",
                "\"host\": \"a.com.\"",
                "\"host\": \"-a.com\"",
                "\"host\": \"\"",
                "\"path\": \"x\"",
                "\"path\": \"\"",
                "\"path\": \"/\", \"methods\": []",
                "\"path\": \"/\", \"methods\": [\"GE T\"]",
                "\"path\": \"/\", \"methods\": [\"G3T\"]",
                "\"path\": \"/\", \"header\": []"
            })
    void whatClaimsNothingSensibleIsRefused(String fields) {
        assertThat(faults(document(fields))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"a\"}",
                "{\"name\": \"a\", \"equals\": \"x\", \"prefix\": \"x\"}",
                "{\"name\": \"a\", \"equals\": \"x\", \"present\": true}",
                "{\"name\": \"\", \"equals\": \"x\"}",
                "{\"equals\": \"x\"}",
                "{\"name\": \"a\", \"prefix\": \"\"}",
                "{\"name\": \"a\", \"present\": \"yes\"}",
                "{\"name\": \"a\", \"equals\": 1}",
                "{\"name\": \"a\", \"equals\": \"x\", \"regex\": \"x\"}",
                "\"a\""
            })
    void aConditionNeedsANameAndExactlyOneOperator(String condition) {
        for (String family : List.of("headers", "query", "cookies")) {
            assertThat(faults(document("\"path\": \"/\", \"" + family + "\": [" + condition + "]")))
                    .singleElement()
                    .asString()
                    .startsWith("routes[0].match." + family + "[0]");
        }
    }

    @Test
    void namesFollowTheGrammarOfTheirFamily() {
        assertThat(faults(document("\"path\": \"/\", \"headers\": [{\"name\": \"a b\", \"present\": true}]")))
                .hasSize(1);
        assertThat(faults(document("\"path\": \"/\", \"cookies\": [{\"name\": \"a;b\", \"present\": true}]")))
                .hasSize(1);
        assertThat(faults(document("\"path\": \"/\", \"query\": [{\"name\": \"a[b];c\", \"present\": true}]")))
                .isEmpty();
        for (String name : List.of("a b", "a&b", "a=b", "a#b")) {
            assertThat(faults(
                            document("\"path\": \"/\", \"query\": [{\"name\": \"" + name + "\", \"present\": true}]")))
                    .hasSize(1);
        }
    }

    @Test
    void aFamilyHasAtMostSixtyFourConditions() {
        assertThat(faults(document("\"path\": \"/\", \"query\": [" + conditions(64) + "]")))
                .isEmpty();
        assertThat(faults(document("\"path\": \"/\", \"query\": [" + conditions(65) + "]")))
                .hasSize(1);
    }

    @Test
    void aRouteWithoutIdIsLabelledByWhatItClaimsAndItsPlace() {
        List<String> labels = read(table(
                        "{\"match\": {\"host\": \"*.A.test\", \"path\": \"/api\"}, \"upstream\": \"a.test\"}",
                        "{\"match\": {\"host\": \"*.a.test\", \"path\": \"/api\", \"methods\": [\"get\"]}, \"upstream\": \"a.test\"}",
                        "{\"match\": {\"host\": \"*.a.test\", \"path\": \"/api\", \"methods\": [\"post\"]}, \"upstream\": \"a.test\"}",
                        "{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"}",
                        "{\"match\": {\"host\": \"b.test\"}, \"upstream\": \"a.test\"}",
                        "{\"id\": \"named\", \"match\": {\"host\": \"b.test\"}, \"upstream\": \"a.test\"}"))
                .routes()
                .stream()
                .map(RouteConfig::label)
                .toList();
        assertThat(labels)
                .containsExactly(
                        "*.a.test/api#0", "*.a.test/api[GET]#1", "*.a.test/api[POST]#2", "*/#3", "b.test/*#4", "named");
    }

    private static Match match(String fields) {
        return read(document(fields)).routes().get(0).match();
    }

    private static String document(String match) {
        return table("{\"match\": {" + match + "}, \"upstream\": \"a.test\"}");
    }

    private static String conditions(int count) {
        return Stream.generate(() -> "{\"name\": \"a\", \"present\": true}")
                .limit(count)
                .collect(Collectors.joining(","));
    }
}
