package dev.gatehouse.http;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a {@code Connection} field names: fields that are for this connection only (RFC 9110, section 7.6.1). */
public final class ConnectionOptions {

    private ConnectionOptions() {}

    /** The names in {@code lines}; empty entries and what is not a token is passed over. */
    public static Set<String> names(List<String> lines) {
        Set<String> names = new HashSet<>();
        for (String line : lines) {
            for (int start = 0; start <= line.length(); ) {
                int comma = line.indexOf(',', start);
                int end = comma < 0 ? line.length() : comma;
                String name = line.substring(start, end).strip();
                if (FieldNames.isToken(name)) {
                    names.add(name);
                }
                start = end + 1;
            }
        }
        return names;
    }
}
