package dev.gatehouse.config.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds secrets by the names that route tables and settings give them: as a system property, an environment variable, a
 * file of the secrets directory, or a JNDI entry below {@code java:comp/env/gatehouse}. The first that is there and not
 * empty counts.
 *
 * <p>May read a file: not to be asked while a request waits. Threads: may be shared where the places may be.
 */
public final class Secrets {

    /** What a name may look like. It is a file name too, so it can never lead out of the directory. */
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,254}");

    private static final long MAX_FILE_BYTES = 65_536;

    private final Function<String, @Nullable String> systemProperties;
    private final Function<String, @Nullable String> environment;
    private final @Nullable Path directory;
    private final Function<String, @Nullable Object> naming;

    /**
     * Secrets of places that are handed in.
     *
     * @param systemProperties system properties by name
     * @param environment environment variables by name
     * @param directory the folder with one file per secret; null for none
     * @param naming JNDI entries by the name below {@code java:comp/env/gatehouse/}
     */
    public Secrets(
            Function<String, @Nullable String> systemProperties,
            Function<String, @Nullable String> environment,
            @Nullable Path directory,
            Function<String, @Nullable Object> naming) {
        this.systemProperties = systemProperties;
        this.environment = environment;
        this.directory = directory;
        this.naming = naming;
    }

    /** The secrets of this process. */
    public static Secrets ofProcess(@Nullable Path directory) {
        return new Secrets(System::getProperty, System::getenv, directory, NamingEntries::find);
    }

    /**
     * The secret called {@code name}.
     *
     * @return empty where it is nowhere, empty, unreadable, or where {@code name} is not a plain name
     */
    public Optional<Secret> find(String name) {
        if (!PLAIN_NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        return notEmpty(systemProperties.apply(name))
                .or(() -> notEmpty(environment.apply(name)))
                .or(() -> notEmpty(fileContent(name)))
                .or(() -> notEmpty(naming.apply(name) instanceof String text ? text : null));
    }

    /** The value of the secret called {@code name}; as {@link #find}. */
    public Optional<String> value(String name) {
        return find(name).map(Secret::value);
    }

    private static Optional<Secret> notEmpty(@Nullable String value) {
        return value == null || value.isEmpty() ? Optional.empty() : Optional.of(new Secret(value));
    }

    private @Nullable String fileContent(String name) {
        if (directory == null) {
            return null;
        }
        Path file = directory.resolve(name);
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MAX_FILE_BYTES
                    ? withoutLastLineEnd(Files.readString(file, StandardCharsets.UTF_8))
                    : null;
        } catch (IOException unreadable) {
            return null; // as if it were not there: whoever needs the secret refuses
        }
    }

    private static String withoutLastLineEnd(String text) {
        if (text.endsWith("\r\n")) {
            return text.substring(0, text.length() - 2);
        }
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    /** Never a value. */
    @Override
    public String toString() {
        return "secrets by name";
    }
}
