package dev.gatehouse.guard.jwt;

import java.net.URI;
import java.util.concurrent.CompletionStage;

/** Fetches what an issuer publishes. */
@FunctionalInterface
public interface KeyFetch {

    /**
     * Asks for the document at {@code url}, once. Neither waits nor throws.
     *
     * @return settles within seconds, on a thread that may do some work: with the document, which is short enough to be
     *     held in memory, or with a failure that is for operators
     */
    CompletionStage<byte[]> fetch(URI url);
}
