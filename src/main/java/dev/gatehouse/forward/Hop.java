package dev.gatehouse.forward;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.transport.Origin;
import org.jspecify.annotations.Nullable;

/**
 * One place a request can be sent to.
 *
 * @param origin the server
 * @param basePath what stands in front of every path there: empty, or begins with {@code /} and does not end with it
 * @param name what the operator calls it; its host where he does not
 */
public record Hop(Origin origin, String basePath, String name) {

    /** A place without a name of its own. */
    public Hop(Origin origin, String basePath) {
        this(origin, basePath, origin.host());
    }

    /** The upstream path for {@code tail}, the part of the client's path that the route forwards. */
    public String path(String tail) {
        return basePath.isEmpty() ? tail : basePath + tail;
    }

    /**
     * The head of a request to this place: its host, then {@code fields}.
     *
     * @param host what {@code Host} says; null for the origin's own name
     */
    public FieldList head(Fields fields, @Nullable String host) {
        return new FieldList(fields.size() + 1)
                .add("Host", host == null ? origin.authority() : host)
                .addAll(fields);
    }
}
