package dev.gatehouse.guard;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * What guards need beside the route table.
 *
 * @param secrets finds a secret by name; asked when a table is compiled, never while a request waits
 * @param clock the time of day
 * @param knowsCountries whether there is anything that tells a caller's country
 */
public record GuardResources(Function<String, Optional<String>> secrets, InstantSource clock, boolean knowsCountries) {

    /** Nothing but the time: guards that need more refuse. */
    public static GuardResources none() {
        return new GuardResources(name -> Optional.empty(), InstantSource.system(), false);
    }
}
