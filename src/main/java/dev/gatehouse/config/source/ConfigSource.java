package dev.gatehouse.config.source;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A place that may hold a route table. */
@FunctionalInterface
public interface ConfigSource {

    /** The name of the environment variable that holds a table by convention. */
    String CONVENTIONAL_VARIABLE = "JOUSKA_CONFIG";

    /** The key under which a store keeps the table by convention. */
    String CONVENTIONAL_KEY = "routes";

    /**
     * Fetches the table as it lies there, unread.
     *
     * @return JSON text, or a table already parsed into maps and lists; null where there is none, which is no error
     * @throws IOException where it cannot be told whether there is one
     */
    @Nullable
    Object fetch() throws IOException;
}
