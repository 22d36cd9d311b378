package dev.gatehouse.servlet;

import dev.gatehouse.transport.NameLookup;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * What a deployment takes from the world around it and what an application may give it instead.
 *
 * @param names asked for the addresses of upstreams
 * @param dice what choices by chance are made with: 0 to 1, without 1; used by many threads
 */
public record Surroundings(NameLookup names, DoubleSupplier dice) {

    /** The platform's own. */
    public static final Surroundings PLATFORM = new Surroundings(
            NameLookup.SYSTEM, () -> ThreadLocalRandom.current().nextDouble());
}
