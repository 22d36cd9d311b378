package dev.gatehouse.config.model;

import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.net.HostPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a route claims: those for which everything stated here holds. At least one of host and path is stated.
 *
 * @param host the host names, lower case; null for any
 * @param path the prefix, on segment boundaries; null for any path
 * @param methods the methods in upper case, in the operator's order; empty for any
 * @param headers conditions on request header fields, at most 64, names in lower case
 * @param query conditions on query parameters, at most 64, names as written
 * @param cookies conditions on cookies, at most 64, names as written
 */
public record Match(
        @Nullable HostPattern host,
        @Nullable PathPrefix path,
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

    /** Host, path and methods as one text such as {@code *.a.test/api[GET,POST]}; conditions are left out. */
    String label() {
        String hosts = host == null ? "*" : host.text();
        String paths = path == null ? "/*" : path.text();
        return hosts + paths + (methods.isEmpty() ? "" : "[" + String.join(",", methods) + "]");
    }
}
