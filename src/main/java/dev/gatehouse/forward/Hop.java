package dev.gatehouse.forward;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.transport.Origin;

/**
 * One place a request can be sent to.
 *
 * @param origin the server
 * @param basePath what stands in front of every path there: empty, or begins with {@code /} and does not end with it
 */
public record Hop(Origin origin, String basePath) {

    /** The upstream path for {@code tail}, the part of the client's path that the route forwards. */
    public String path(String tail) {
        return basePath.isEmpty() ? tail : basePath + tail;
    }

    /** The head of a request to this place: its name, then {@code fields}. */
    public FieldList head(Fields fields) {
        return new FieldList(fields.size() + 1).add("Host", origin.authority()).addAll(fields);
    }
}
