package dev.gatehouse.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Field lines of a message in the order in which they were received or will be sent (RFC 9110, section 5).
 *
 * <p>Names keep the case they came in and are compared without regard to it. A field sent on several lines stands here
 * several times.
 */
public interface Fields {

    /** How many lines there are. */
    int size();

    /** The name of line {@code index}, 0 to {@code size() - 1}. */
    String name(int index);

    /** The value of line {@code index}, 0 to {@code size() - 1}. */
    String value(int index);

    /** The value of the first line called {@code name}; null where there is none. */
    default @Nullable String first(String name) {
        for (int i = 0; i < size(); i++) {
            if (name(i).equalsIgnoreCase(name)) {
                return value(i);
            }
        }
        return null;
    }

    /** All values of {@code name} in order; empty where there are none. */
    default List<String> all(String name) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            if (name(i).equalsIgnoreCase(name)) {
                found.add(value(i));
            }
        }
        return found;
    }

    /** Whether a line called {@code name} is there. */
    default boolean has(String name) {
        return first(name) != null;
    }
}
