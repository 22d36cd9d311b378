package dev.gatehouse.net;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A host name, or all names below one.
 *
 * @param text the pattern in lower case
 */
public record HostPattern(String text) {

    /** Reads a literal or {@code *.x}; null where it is neither. */
    public static @Nullable HostPattern parse(String written) {
        String label = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
        String text = written.toLowerCase(Locale.ROOT);
        return text.matches("(\\*\\.)?" + label + "(\\." + label + ")*") ? new HostPattern(text) : null;
    }

    /** Whether {@code host} is meant. */
    public boolean matches(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return text.startsWith("*.")
                ? name.endsWith(text.substring(1)) && name.length() > text.length() - 1
                : name.equals(text);
    }
}
