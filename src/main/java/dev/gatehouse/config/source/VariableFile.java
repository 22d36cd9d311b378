package dev.gatehouse.config.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A file of variables: one {@code NAME=VALUE} a line, {@code #} before a comment, a value in single or double quotes where it
 * begins or ends with white space. Nothing is unescaped, so that JSON stands there as it is.
 */
public final class VariableFile {

    private VariableFile() {}

    /**
     * Reads a file.
     *
     * @throws IOException where it cannot be read, or a line is none of these; the message says which
     */
    public static Map<String, String> read(Path file) throws IOException {
        Map<String, String> variables = new LinkedHashMap<>();
        int number = 0;
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            int equals = text.indexOf('=');
            String name = equals < 0 ? "" : text.substring(0, equals).strip();
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) { // the line is not shown: it may hold a secret
                throw new IOException(file.getFileName() + ":" + number + ": no variable (expected: NAME=VALUE)");
            }
            variables.put(name, unquoted(text.substring(equals + 1).strip()));
        }
        return variables;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2
                && (value.startsWith("'") && value.endsWith("'") || value.startsWith("\"") && value.endsWith("\""));
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
