package dev.gatehouse.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Condition;
import dev.gatehouse.config.model.Match;
import dev.gatehouse.http.Cookies;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.http.QueryString;
import dev.gatehouse.net.HostPattern;
import dev.gatehouse.route.RouteTable.Entry;
import dev.gatehouse.testkit.GivenRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** The index finds what a walk through the list finds, and stays cheap whatever a client sends. */
class RouteIndexTest {

    private static final String[] HOSTS = {
        "a.test", "b.test", "*.a.test", "*.x.a.test", "x.a.test", "*.test", "test", "[::1]", "192.0.2.1"
    };
    private static final String[] ASKED_HOSTS = {
        "a.test",
        "b.test",
        "x.a.test",
        "y.x.a.test",
        "z.y.x.a.test",
        "test",
        "c.test",
        "xa.test",
        "a.test.",
        ".a.test",
        "x..a.test",
        "[::1]",
        "192.0.2.1",
        "other",
        "",
        "."
    };
    private static final String[] SEGMENTS = {"a", "b", "ab", "admin", "a b", "%2f", "x"};
    private static final String[] ASKED_SEGMENTS = {
        "a", "b", "ab", "admin", "a%20b", "%2f", "x", "%61", "%2561", "", ".", "..", "a;b", "..%2fa", "b\\a", "a%2fb",
        "%2e%2e", "a%3fb", "..;", "%00"
    };

    private final Random dice = new Random(20260101);

    @Test
    void theIndexAgreesWithAWalkThroughTheList() {
        int found = 0;
        for (int round = 0; round < 400; round++) {
            List<Entry<Integer>> routes = randomRoutes(1 + dice.nextInt(40));
            RouteTable<Integer> table = RouteTable.compile(routes);
            for (int i = 0; i < 60; i++) {
                GivenRequest request = randomRequest();
                Integer expected = walk(routes, request);
                assertThat(table.match(request))
                        .as("%s %s%s?%s", request.method(), request.host(), request.path(), request.query())
                        .isEqualTo(expected);
                assertThat(matched(table, request)).isEqualTo(expected);
                found += expected == null ? 0 : 1;
            }
        }
        assertThat(found).isBetween(5_000, 23_000);
    }

    @Test
    void hostilePathsStayCheapInALargeTable() {
        List<Entry<Integer>> routes = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            routes.add(entry(i, null, "/svc" + i % 100 + "/part" + i));
        }
        RouteTable<Integer> table = RouteTable.compile(routes);
        String[] hostile = {
            "/".repeat(8_000),
            "/svc1" + ";".repeat(8_000),
            "/" + "%25".repeat(2_700),
            "/svc1/" + "../".repeat(2_600),
            "/" + "%2f;%5c..%3f%23".repeat(500),
            "/svc1%2f..;//\\.%252e/%2500%3b".repeat(250)
        };
        Assertions.assertTimeout(Duration.ofSeconds(3), () -> {
            for (String path : hostile) {
                table.match(GivenRequest.get("http://a.test" + path));
            }
        });
    }

    @Test
    void wordsAreFoundByAStretchOfText() {
        Map<String, Integer> source = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            source.put("w" + i, i);
        }
        RangeMap<Integer> map = new RangeMap<>(source);

        source.forEach((word, value) ->
                assertThat(map.get("/" + word + "/x", 1, 1 + word.length())).isEqualTo(value));
        assertThat(map.get("w1000", 0, 5)).isNull();
        assertThat(map.get("w1", 0, 0)).isNull();
        assertThat(new RangeMap<>(Map.of()).get("x", 0, 1)).isNull();
        assertThat(new RangeMap<>(Map.of("", 1)).get("x", 1, 1)).isEqualTo(1);
    }

    /** The meaning of a table, written without any index. */
    private static @Nullable Integer walk(List<Entry<Integer>> routes, GivenRequest request) {
        for (Entry<Integer> route : routes) {
            Match match = route.match();
            HostPattern host = match.host();
            PathPrefix path = match.path();
            boolean holds = (host == null || host.matches(request.host()))
                    && (path == null || request.path().spellings().stream().anyMatch(path::holds))
                    && (match.methods().isEmpty() || match.methods().contains(request.method()))
                    && match.headers().stream().allMatch(c -> holds(c, request.header(c.name())))
                    && match.query().stream().allMatch(c -> holds(c, QueryString.first(request.query(), c.name())))
                    && match.cookies().stream().allMatch(c -> holds(c, Cookies.first(request.cookies(), c.name())));
            if (holds) {
                return route.target();
            }
        }
        return null;
    }

    private static boolean holds(Condition condition, @Nullable String value) {
        Condition.Operator operator = condition.operator();
        return operator instanceof Condition.Operator.Present present
                ? present.expected() == (value != null)
                : operator instanceof Condition.Operator.Equals equal
                        && equal.value().equals(value);
    }

    private static @Nullable Integer matched(RouteTable<Integer> table, GivenRequest request) {
        return table.explain(request).stream()
                .filter(explanation -> explanation.verdict() instanceof RouteVerdict.Matched)
                .map(RouteTable.Explanation::target)
                .findFirst()
                .orElse(null);
    }

    private List<Entry<Integer>> randomRoutes(int count) {
        List<Entry<Integer>> routes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String host = dice.nextInt(3) == 0 ? null : pick(HOSTS);
            String path = host != null && dice.nextInt(4) == 0 ? null : randomPath(SEGMENTS, 3);
            routes.add(entry(i, host, path));
        }
        return routes;
    }

    private Entry<Integer> entry(int target, @Nullable String host, @Nullable String path) {
        List<String> methods = dice.nextInt(3) == 0 ? List.of(pick("GET", "POST")) : List.of();
        return new Entry<>(
                new Match(
                        host == null ? null : HostPattern.parse(host),
                        path == null ? null : PathPrefix.parse(path),
                        methods,
                        randomConditions(),
                        randomConditions(),
                        randomConditions()),
                target);
    }

    private List<Condition> randomConditions() {
        return switch (dice.nextInt(10)) {
            case 0 -> List.of(randomCondition());
            case 1 -> List.of(randomCondition(), randomCondition());
            default -> List.of();
        };
    }

    private Condition randomCondition() {
        Condition.Operator operator = dice.nextBoolean()
                ? new Condition.Operator.Present(dice.nextBoolean())
                : new Condition.Operator.Equals(pick("1", "2"));
        return new Condition(pick("x", "y"), operator);
    }

    private GivenRequest randomRequest() {
        String query = dice.nextBoolean() ? "" : "?" + pick("x", "y") + "=" + pick("1", "2");
        GivenRequest request = GivenRequest.of(
                pick("GET", "POST"), "http://" + pick(ASKED_HOSTS) + randomPath(ASKED_SEGMENTS, 5) + query);
        if (dice.nextBoolean()) {
            request.with(pick("x", "y"), pick("1", "2"));
        }
        return dice.nextBoolean() ? request : request.with("cookie", pick("x", "y") + "=" + pick("1", "2"));
    }

    private String randomPath(String[] segments, int most) {
        StringBuilder path = new StringBuilder();
        for (int i = dice.nextInt(most + 1); i > 0; i--) {
            path.append('/').append(pick(segments).replace(" ", "%20"));
        }
        return path.isEmpty() ? "/" : path.toString();
    }

    private String pick(String... from) {
        return from[dice.nextInt(from.length)];
    }
}
