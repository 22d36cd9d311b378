package dev.gatehouse.transport;

import dev.gatehouse.http.Fields;
import java.time.Duration;

/**
 * A question to an origin about itself. Nothing of any client's request is in it.
 *
 * @param path the literal path with the origin's base path in front
 * @param fields sent beside {@code Host}, {@code User-Agent} and {@code Accept}, such as a token; not to another server
 *     where a redirect leads to one. A line called like one of these stands in its place
 * @param patience how long everything may take, redirects included
 * @param followsRedirects whether a redirect is followed, up to {@value Redirection#MAX_HOPS} in a row; it is the answer
 *     otherwise
 */
public record Probe(Origin origin, String path, Fields fields, Duration patience, boolean followsRedirects) {}
