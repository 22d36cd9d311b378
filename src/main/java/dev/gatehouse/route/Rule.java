package dev.gatehouse.route;

import dev.gatehouse.config.model.Condition;
import dev.gatehouse.config.model.Match;
import dev.gatehouse.http.Cookies;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.http.QueryString;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.http.RequestPath;
import dev.gatehouse.route.RouteVerdict.Family;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One route's match and its place in the table.
 *
 * @param position from 0; the lower one is tried first
 * @param match    which requests it claims
 */
record Rule(int position, Match match) {

    /** Whether the exact path, methods and conditions hold: what is left to ask once the indexes have found host and path. */
    boolean holdsBeyondPath(RequestHead request) {
        return allowsPath(request.path())
                && allowsMethod(request.method())
                && firstFailing(Family.HEADER, match.headers(), request) == null
                && firstFailing(Family.QUERY, match.query(), request) == null
                && firstFailing(Family.COOKIE, match.cookies(), request) == null;
    }

    /** Asks everything, without the indexes. Never {@link RouteVerdict.ComesTooLate}. */
    RouteVerdict judge(RequestHead request) {
        var host = match.host();
        if (host != null && !host.matches(request.host())) {
            return new RouteVerdict.OtherHost();
        }
        var path = match.path();
        if (path != null && !(request.path().isUnder(path) && allowsPath(request.path()))) {
            return new RouteVerdict.OtherPath();
        }
        if (!allowsMethod(request.method())) {
            return new RouteVerdict.OtherMethod();
        }
        return judgeConditions(request);
    }

    private RouteVerdict judgeConditions(RequestHead request) {
        for (Family family : Family.values()) {
            Condition failing = firstFailing(family, conditions(family), request);
            if (failing != null) {
                return new RouteVerdict.ConditionFails(family, failing);
            }
        }
        return new RouteVerdict.Matched();
    }

    List<Condition> conditions(Family family) {
        return switch (family) {
            case HEADER -> match.headers();
            case QUERY -> match.query();
            case COOKIE -> match.cookies();
        };
    }

    /** Whether a path below the prefix is claimed: any, or only the prefix itself as it is written. */
    private boolean allowsPath(RequestPath path) {
        PathPrefix prefix = match.path();
        return !match.exact() || prefix == null || path.raw().equals(prefix.text());
    }

    private boolean allowsMethod(String method) {
        List<String> methods = match.methods();
        for (int i = 0; i < methods.size(); i++) {
            if (methods.get(i).equalsIgnoreCase(method)) {
                return true;
            }
        }
        return methods.isEmpty();
    }

    private static @Nullable Condition firstFailing(Family family, List<Condition> conditions, RequestHead request) {
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            if (!holds(condition.operator(), value(family, condition.name(), request))) {
                return condition;
            }
        }
        return null;
    }

    /** What a condition looks at; null where the name does not occur. */
    static @Nullable String value(Family family, String name, RequestHead request) {
        return switch (family) {
            case HEADER -> request.header(name);
            case QUERY -> QueryString.first(request.query(), name);
            case COOKIE -> Cookies.first(request.cookies(), name);
        };
    }

    /** Whether {@code operator} is content with {@code value}; null is a name that does not occur. */
    private static boolean holds(Condition.Operator operator, @Nullable String value) {
        if (operator instanceof Condition.Operator.Equals equal) {
            return equal.value().equals(value);
        }
        if (operator instanceof Condition.Operator.Prefix prefix) {
            return value != null && value.startsWith(prefix.value());
        }
        return operator instanceof Condition.Operator.Present present && present.expected() == (value != null);
    }
}
