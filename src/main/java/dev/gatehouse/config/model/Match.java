package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.net.HostPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a route claims: those for which everything stated here holds. At least one of host and path is stated.
 *
 * @param host the host names, lower case; null for any
 * @param path the prefix, on segment boundaries; null for any path
 * @param exact whether only the path itself is claimed, in the very characters of {@code path}, and nothing below it
 * @param methods the methods in upper case, in the operator's order; empty for any
 * @param headers conditions on request header fields, at most 64, names in lower case
 * @param query conditions on query parameters, at most 64, names as written
 * @param cookies conditions on cookies, at most 64, names as written
 */
public record Match(
        @Nullable HostPattern host,
        @Nullable PathPrefix path,
        boolean exact,
        List<String> methods,
        List<Condition> headers,
        List<Condition> query,
        List<Condition> cookies) {

    /** Copies the lists. */
    public Match {
        methods = List.copyOf(methods);
        headers = List.copyOf(headers);
        query = List.copyOf(query);
        cookies = List.copyOf(cookies);
    }

    /** Claims all paths below {@code path} too. */
    public Match(
            @Nullable HostPattern host,
            @Nullable PathPrefix path,
            List<String> methods,
            List<Condition> headers,
            List<Condition> query,
            List<Condition> cookies) {
        this(host, path, false, methods, headers, query, cookies);
    }

    /** Host, path and methods as one text such as {@code *.a.test/api[GET,POST]}; conditions are left out. */
    String label() {
        String hosts = host == null ? "*" : host.text();
        String paths = path == null ? "/*" : path.text();
        return hosts + paths + (methods.isEmpty() ? "" : "[" + String.join(",", methods) + "]");
    }

    private static final Expectation<PathPrefix> PATH =
            Expectation.text("a path that begins with /", PathPrefix::parse);

    static Match read(Section in) {
        if (!in.has("host") && !in.has("path")) {
            in.fault("neither host nor path", "at least one of them");
        }
        Match match = new Match(
                in.value("host", Grammar.HOST).orElse(null),
                in.value("path", PATH).orElse(null),
                in.value("exact", Expectation.ONLY_TRUE).orElse(false),
                Grammar.distinct(
                        in.list("methods", 1, Section.UNBOUNDED, Grammar.METHOD).orElse(List.of())),
                Condition.readList(in, "headers", Grammar.FIELD_NAME),
                Condition.readList(in, "query", Grammar.QUERY_NAME),
                Condition.readList(in, "cookies", Grammar.COOKIE_NAME));
        if (match.exact && !in.has("path")) {
            in.problem("exact", "only beside path");
        }
        in.refuseUnknownKeys();
        return match;
    }

    /** Whether none of {@code others} can occur on the route. */
    boolean excludesAll(List<String> others) {
        return !methods.isEmpty() && others.stream().noneMatch(methods::contains);
    }
}
