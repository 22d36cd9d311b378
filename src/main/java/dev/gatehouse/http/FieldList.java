package dev.gatehouse.http;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Field lines under construction.
 *
 * <p>Threads: confined to whoever builds it; hand it on only when it is finished.
 */
public final class FieldList implements Fields {

    private String[] lines;
    private int size;

    /** An empty list with room for {@code capacity} lines before it grows. */
    public FieldList(int capacity) {
        this.lines = new String[capacity * 2];
    }

    /** The lines of {@code first}, then those of {@code second}. */
    public static FieldList joined(Fields first, Fields second) {
        return new FieldList(first.size() + second.size()).addAll(first).addAll(second);
    }

    /** Adds a line after all others. */
    public FieldList add(String name, String value) {
        if (size * 2 == lines.length) {
            lines = Arrays.copyOf(lines, Math.max(8, lines.length * 2));
        }
        lines[size * 2] = name;
        lines[size * 2 + 1] = value;
        size++;
        return this;
    }

    /** Adds all lines of {@code others} after its own. */
    public FieldList addAll(Fields others) {
        for (int i = 0; i < others.size(); i++) {
            add(others.name(i), others.value(i));
        }
        return this;
    }

    /** Removes every line called {@code name}, then adds one. */
    public FieldList set(String name, String value) {
        remove(name);
        return add(name, value);
    }

    /** Removes every line called {@code name}. */
    public FieldList remove(String name) {
        return removeIf(line -> line.equalsIgnoreCase(name));
    }

    /** Removes every line whose name is in {@code names}. */
    public FieldList removeAll(NameSet names) {
        return removeIf(names::contains);
    }

    private FieldList removeIf(Predicate<String> unwanted) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!unwanted.test(name(i))) {
                lines[kept * 2] = lines[i * 2];
                lines[kept * 2 + 1] = lines[i * 2 + 1];
                kept++;
            }
        }
        size = kept;
        return this;
    }

    /** Gives line {@code index} another value. */
    public void replace(int index, String value) {
        lines[index * 2 + 1] = value;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String name(int index) {
        return lines[index * 2];
    }

    @Override
    public String value(int index) {
        return lines[index * 2 + 1];
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(name(i)).append(": ").append(value(i)).append('\n');
        }
        return text.toString();
    }
}
