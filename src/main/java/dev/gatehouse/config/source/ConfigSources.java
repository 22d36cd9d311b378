package dev.gatehouse.config.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sources of route tables that need nothing but the machine the proxy runs on. */
public final class ConfigSources {

    /** Told of a source that failed; {@code index}, from 0, is its place in the list. */
    @FunctionalInterface
    public interface FailureListener {

        /** {@code failure} is what the source threw. */
        void failed(Exception failure, int index);
    }

    private ConfigSources() {}

    /** The file at {@code path}, in UTF-8; a file that is not there is no table. */
    public static ConfigSource file(Path path) {
        return () -> {
            try {
                return Files.readString(path, StandardCharsets.UTF_8);
            } catch (NoSuchFileException absent) {
                return null;
            }
        };
    }

    /**
     * The value that {@code variables} has for {@code name}: JSON text, the path of a file, several of either separated by
     * white space, or a table already parsed into maps and lists.
     */
    public static ConfigSource fromEnvVar(Function<String, @Nullable Object> variables, String name) {
        return () -> {
            Object value = variables.apply(name);
            return value instanceof String text
                    ? fromSetting(text, (failure, index) -> {}).fetch()
                    : value;
        };
    }

    /**
     * What a setting says: JSON text where it begins with a brace, otherwise file paths separated by white space, of which
     * the first that is there counts. An empty setting is no table.
     *
     * @param onFailure told of files that could not be read and were passed over
     */
    public static ConfigSource fromSetting(String setting, FailureListener onFailure) {
        String text = setting.strip();
        if (text.isEmpty() || text.startsWith("{")) {
            return () -> text.isEmpty() ? null : text;
        }
        List<ConfigSource> files = Arrays.stream(text.split("\\s+"))
                .map(path -> file(Path.of(path)))
                .toList();
        return files.size() == 1 ? files.get(0) : firstAvailable(files, onFailure);
    }

    /**
     * The first source that has a table. One that fails counts as having none, and {@code onFailure} is told.
     */
    public static ConfigSource firstAvailable(List<ConfigSource> sources, FailureListener onFailure) {
        List<ConfigSource> inOrder = List.copyOf(sources);
        return () -> {
            for (int index = 0; index < inOrder.size(); index++) {
                Object document = fetch(inOrder.get(index), index, onFailure);
                if (document != null) {
                    return document;
                }
            }
            return null;
        };
    }

    private static @Nullable Object fetch(ConfigSource source, int index, FailureListener onFailure) {
        try {
            return source.fetch();
        } catch (IOException | RuntimeException failure) {
            onFailure.failed(failure, index);
            return null;
        }
    }
}
