package dev.gatehouse.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Condition;
import dev.gatehouse.config.model.Match;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.HostPattern;
import dev.gatehouse.route.RouteTable.Entry;
import dev.gatehouse.testkit.GivenRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which route a request is for. That the index agrees with a plain walk is in {@code RouteIndexTest}. */
class RouteTableTest {

    private final List<Entry<String>> routes = new ArrayList<>();

    @Test
    void theFirstRouteThatHoldsIsTaken() {
        route("first", null, "/a");
        route("second", "a.test", "/a/b");
        route("third", "a.test", "/");

        assertThat(get("http://a.test/a/b")).isEqualTo("first");
        assertThat(get("http://a.test/b")).isEqualTo("third");
        assertThat(get("http://b.test/b")).isNull();
    }

    @Test
    void aSpecificRouteLaterInTheTableDoesNotOvertakeAGeneralOne() {
        route("general", null, "/");
        route("specific", "a.test", "/a");

        assertThat(get("http://a.test/a")).isEqualTo("general");
    }

    @Test
    void aLiteralHostIsComparedWithoutCaseAndPort() {
        route("host", "Example.com", null);

        assertThat(get("http://EXAMPLE.com:8080/x")).isEqualTo("host");
        assertThat(get("http://example.com./x")).isEqualTo("host");
        assertThat(get("http://a.example.com/x")).isNull();
    }

    @Test
    void aWildcardHostClaimsSubdomainsButNotTheApex() {
        route("wild", "*.example.com", null);

        assertThat(get("http://a.example.com/")).isEqualTo("wild");
        assertThat(get("http://b.a.example.com/")).isEqualTo("wild");
        assertThat(get("http://example.com/")).isNull();
        assertThat(get("http://.example.com/")).isNull();
    }

    @Test
    void lookAlikeHostsAreNotClaimed() {
        route("literal", "example.com", null);
        route("wild", "*.example.com", null);

        assertThat(get("http://evilexample.com/")).isNull();
        assertThat(get("http://c.example.com.evil.test/")).isNull();
    }

    @Test
    void aPathIsAPrefixOnSegmentBoundaries() {
        route("api", null, "/api");

        assertThat(get("http://a.test/api")).isEqualTo("api");
        assertThat(get("http://a.test/api/x")).isEqualTo("api");
        assertThat(get("http://a.test/apix")).isNull();
    }

    @Test
    void threeSpellingsOfAPrefixMeanTheSameAndASlashMeansEverything() {
        for (String written : new String[] {"/x", "/x/", "/x/*"}) {
            routes.clear();
            route("x", null, written);
            assertThat(get("http://a.test/x")).isEqualTo("x");
            assertThat(get("http://a.test/x/")).isEqualTo("x");
            assertThat(get("http://a.test/x/y")).isEqualTo("x");
            assertThat(get("http://a.test/xy")).isNull();
        }
        route("all", null, "/");
        assertThat(get("http://a.test/")).isEqualTo("all");
        assertThat(get("http://a.test/y/z")).isEqualTo("all");
    }

    @Test
    void aGuardedPathCannotBePassedInAnotherSpelling() {
        route("guarded", null, "/admin");
        route("open", null, "/");

        for (String path : new String[] {
            "/%61dmin",
            "//admin",
            "/admin;x",
            "/%2561dmin",
            "/x/../admin",
            "/x/..%2fadmin",
            "/x%2f..;y//admin%3fz",
            "/public/..%5cadmin",
            "/./admin",
            "/%2e/admin"
        }) {
            assertThat(get("http://a.test" + path)).as(path).isEqualTo("guarded");
        }
        assertThat(get("http://a.test/administrator")).isEqualTo("open");
    }

    @Test
    void pathParametersAndEncodedOnesAreSeenThrough() {
        route("settings", null, "/api/settings");
        route("open", null, "/");

        assertThat(get("http://a.test/api;x=1/settings")).isEqualTo("settings");
        assertThat(get("http://a.test/api%3Bx/settings")).isEqualTo("settings");
    }

    @Test
    void aPathThatClimbsIsTakenByTheFirstOfBothRoutesWhichCanTellThatItLeaves() {
        route("public", null, "/public");
        route("admin", null, "/admin");
        RequestHead request = GivenRequest.get("http://a.test/public/..%2fadmin");

        assertThat(table().match(request)).isEqualTo("public");
        assertThat(request.path().leaves(prefix("/public"))).isTrue();
        assertThat(request.path().leaves(prefix("/admin"))).isFalse();
    }

    @Test
    void aRouteForSomeMethodsLetsOthersFallThrough() {
        add("write", new Match(null, prefix("/"), List.of("POST", "PUT"), List.of(), List.of(), List.of()));
        route("read", null, "/");

        assertThat(find("POST")).isEqualTo("write");
        assertThat(find("put")).isEqualTo("write");
        assertThat(find("GET")).isEqualTo("read");
        assertThat(find("POSTX")).isEqualTo("read");
    }

    @Test
    void noConditionsMeanNoCondition() {
        route("any", null, "/");

        assertThat(get("http://a.test/?a=b")).isEqualTo("any");
    }

    @Test
    void equalsNeedsIdentityAndMayBeEmpty() {
        header("x", new Condition.Operator.Equals("a"));
        header("empty", new Condition.Operator.Equals(""));

        assertThat(matches(request().with("x", "a").with("Empty", ""))).isTrue();
        assertThat(matches(request().with("x", "ab").with("Empty", ""))).isFalse();
        assertThat(matches(request().with("x", "a"))).isFalse();
        assertThat(matches(request().with("x", "a").with("empty", "b"))).isFalse();
    }

    @Test
    void prefixNeedsTheBeginningOfTheValue() {
        header("x", new Condition.Operator.Prefix("ab"));

        assertThat(matches(request().with("x", "ab"))).isTrue();
        assertThat(matches(request().with("x", "abc"))).isTrue();
        assertThat(matches(request().with("x", "a"))).isFalse();
        assertThat(matches(request().with("x", "xab"))).isFalse();
        assertThat(matches(request())).isFalse();
    }

    @Test
    void presentNeedsTheNameEvenWithoutContent() {
        header("x", new Condition.Operator.Present(true));

        assertThat(matches(request().with("X", ""))).isTrue();
        assertThat(matches(request().with("x", "1"))).isTrue();
        assertThat(matches(request())).isFalse();
    }

    @Test
    void absentNeedsTheNameToBeMissingAltogether() {
        header("x", new Condition.Operator.Present(false));

        assertThat(matches(request())).isTrue();
        assertThat(matches(request().with("x", ""))).isFalse();
        assertThat(matches(request().with("x", "1"))).isFalse();
    }

    @Test
    void conditionsMustAllHoldInAndAcrossFamilies() {
        add(
                "all",
                new Match(
                        null,
                        prefix("/"),
                        List.of(),
                        List.of(is("h", "1"), is("i", "2")),
                        List.of(is("q", "3"), is("r", "4")),
                        List.of(is("c", "5"), is("d", "6"))));
        String[] fields = {"1", "2", "3", "4", "5", "6"};
        assertThat(matches(sixFold(fields))).isTrue();
        for (int i = 0; i < fields.length; i++) {
            String[] oneWrong = fields.clone();
            oneWrong[i] = "x";
            assertThat(matches(sixFold(oneWrong))).as("value %d", i).isFalse();
        }
    }

    @Test
    void valuesCompareByCase() {
        header("x", new Condition.Operator.Equals("prod"));

        assertThat(matches(request().with("x", "Prod"))).isFalse();
        assertThat(matches(request().with("x", "prod"))).isTrue();
    }

    @Test
    void headerNamesFoldQueryAndCookieNamesDoNot() {
        add(
                "all",
                new Match(
                        null,
                        prefix("/"),
                        List.of(),
                        List.of(is("x-a", "1")),
                        List.of(is("Qa", "1")),
                        List.of(is("Ca", "1"))));

        assertThat(matches(
                        GivenRequest.get("http://a.test/?Qa=1").with("X-A", "1").with("Cookie", "Ca=1")))
                .isTrue();
        assertThat(matches(
                        GivenRequest.get("http://a.test/?qa=1").with("X-A", "1").with("Cookie", "Ca=1")))
                .isFalse();
        assertThat(matches(
                        GivenRequest.get("http://a.test/?Qa=1").with("X-A", "1").with("Cookie", "ca=1")))
                .isFalse();
    }

    @Test
    void aRepeatedHeaderIsComparedAsOneJoinedValue() {
        header("x", new Condition.Operator.Equals("a, b"));

        assertThat(matches(request().with("x", "a").with("X", "b"))).isTrue();
        assertThat(matches(request().with("x", "a"))).isFalse();
    }

    @Test
    void aRepeatedParameterOrCookieIsReadAtItsFirstOccurrence() {
        add("all", new Match(null, prefix("/"), List.of(), List.of(), List.of(is("q", "1")), List.of(is("c", "1"))));

        assertThat(matches(GivenRequest.get("http://a.test/?q=1&q=2").with("Cookie", "c=1; c=2")))
                .isTrue();
        assertThat(matches(GivenRequest.get("http://a.test/?q=2&q=1").with("Cookie", "c=1; c=2")))
                .isFalse();
        assertThat(matches(GivenRequest.get("http://a.test/?q=1&q=2").with("Cookie", "c=2; c=1")))
                .isFalse();
    }

    @Test
    void everyRouteSaysWhyItIsTakenOrNot() {
        route("host", "b.test", null);
        route("path", "a.test", "/other");
        add("method", new Match(null, prefix("/x"), List.of("POST"), List.of(), List.of(), List.of()));
        add("header", new Match(null, prefix("/x"), List.of(), List.of(is("h", "1")), List.of(), List.of()));
        add(
                "cookie",
                new Match(null, prefix("/x"), List.of(), List.of(), List.of(is("q", "1")), List.of(is("c", "1"))));
        route("taken", null, "/x");
        route("late", "*.test", null);

        assertThat(table().explain(GivenRequest.get("http://a.test/x?q=1")))
                .extracting(RouteTable.Explanation::verdict)
                .containsExactly(
                        new RouteVerdict.OtherHost(),
                        new RouteVerdict.OtherPath(),
                        new RouteVerdict.OtherMethod(),
                        new RouteVerdict.ConditionFails(RouteVerdict.Family.HEADER, is("h", "1")),
                        new RouteVerdict.ConditionFails(RouteVerdict.Family.COOKIE, is("c", "1")),
                        new RouteVerdict.Matched(),
                        new RouteVerdict.ComesTooLate());
        assertThat(table().explain(GivenRequest.get("http://a.test/x")).get(5))
                .isEqualTo(new RouteTable.Explanation<>(5, "taken", new RouteVerdict.Matched()));
    }

    @Test
    void anEmptyTableClaimsNothing() {
        assertThat(get("http://a.test/")).isNull();
        assertThat(table().size()).isZero();
    }

    private void route(String target, @Nullable String host, @Nullable String path) {
        HostPattern pattern = host == null ? null : Objects.requireNonNull(HostPattern.parse(host));
        PathPrefix prefix = path == null ? null : prefix(path);
        add(target, new Match(pattern, prefix, List.of(), List.of(), List.of(), List.of()));
    }

    private void header(String name, Condition.Operator operator) {
        List<Condition> conditions = new ArrayList<>();
        if (!routes.isEmpty()) {
            conditions.addAll(routes.remove(0).match().headers());
        }
        conditions.add(new Condition(name, operator));
        add("conditional", new Match(null, prefix("/"), List.of(), conditions, List.of(), List.of()));
    }

    private void add(String target, Match match) {
        routes.add(new Entry<>(match, target));
    }

    private static Condition is(String name, String value) {
        return new Condition(name, new Condition.Operator.Equals(value));
    }

    private static GivenRequest sixFold(String[] v) {
        return GivenRequest.get("http://a.test/?q=" + v[2] + "&r=" + v[3])
                .with("h", v[0])
                .with("i", v[1])
                .with("cookie", "c=" + v[4] + "; d=" + v[5]);
    }

    private static GivenRequest request() {
        return GivenRequest.get("http://a.test/");
    }

    private boolean matches(RequestHead request) {
        return table().match(request) != null;
    }

    private @Nullable String get(String url) {
        return table().match(GivenRequest.get(url));
    }

    private @Nullable String find(String method) {
        return table().match(GivenRequest.of(method, "http://a.test/x"));
    }

    private RouteTable<String> table() {
        return RouteTable.compile(routes);
    }

    private static PathPrefix prefix(String text) {
        return Objects.requireNonNull(PathPrefix.parse(text), text);
    }
}
