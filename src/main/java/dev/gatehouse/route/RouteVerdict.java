package dev.gatehouse.route;

import dev.gatehouse.config.model.Condition;

/** What a route makes of a request. Of several reasons against it, the first in the order below is given. */
public sealed interface RouteVerdict {

    /** The request is for another host. */
    record OtherHost() implements RouteVerdict {}

    /** No spelling of the path is at or below the route's prefix. */
    record OtherPath() implements RouteVerdict {}

    /** The route is not for this method. */
    record OtherMethod() implements RouteVerdict {}

    /**
     * A condition does not hold.
     *
     * @param family    where the condition looks
     * @param condition the first that fails
     */
    record ConditionFails(Family family, Condition condition) implements RouteVerdict {}

    /** Everything holds, but a route before it has taken the request. */
    record ComesTooLate() implements RouteVerdict {}

    /** This is the request's route. */
    record Matched() implements RouteVerdict {}

    /** Where a condition looks. */
    enum Family {
        /** The request's header fields. */
        HEADER,
        /** The query. */
        QUERY,
        /** The cookies. */
        COOKIE
    }
}
