package dev.gatehouse.config.model;

/**
 * Which limiter counts the requests of a route.
 *
 * @param binding the limiter's name; it is declared outside the table
 * @param by what shares a bucket; {@link By#IP} by default
 * @param countPreflight whether preflights are counted; false by default
 */
public record RateLimit(String binding, By by, boolean countPreflight) {

    /** What shares a bucket. */
    public enum By {
        /** The requests of one caller on the route. */
        IP,
        /** The requests of one caller for one path. */
        PATH,
        /** All requests of the route. */
        ROUTE
    }
}
