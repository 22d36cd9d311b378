package dev.gatehouse.config.model;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a caller's country comes from. With both, the field of a trusted proxy counts before the file.
 *
 * @param database a file in MaxMind's format (.mmdb); null for none
 * @param header the field in which a trusted proxy tells the country, lower case; null for none
 */
public record CountrySettings(
        @Nullable Path database, @Nullable String header) {

    /** Whether there is any source at all; without one every country is unknown. */
    public boolean hasSource() {
        return database != null || header != null;
    }
}
