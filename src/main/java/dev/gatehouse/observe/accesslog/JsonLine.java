package dev.gatehouse.observe.accesslog;

import java.util.List;

/** Builds one JSON object on one line. Every control character is escaped, so nobody can begin a line of their own. */
final class JsonLine {

    private final StringBuilder line = new StringBuilder(256).append('{');
    private boolean first = true;

    JsonLine text(String name, String value) {
        quote(name(name), value);
        return this;
    }

    JsonLine number(String name, long value) {
        name(name).append(value);
        return this;
    }

    JsonLine truth(String name, boolean value) {
        name(name).append(value);
        return this;
    }

    JsonLine texts(String name, List<String> values) {
        name(name).append('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                line.append(',');
            }
            quote(line, values.get(i));
        }
        line.append(']');
        return this;
    }

    /** Begins an object within; {@link #end} ends it. */
    JsonLine object(String name) {
        name(name).append('{');
        first = true;
        return this;
    }

    JsonLine end() {
        line.append('}');
        first = false;
        return this;
    }

    private StringBuilder name(String name) {
        if (!first) {
            line.append(',');
        }
        first = false;
        return line.append('"').append(name).append("\":");
    }

    private static void quote(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c >= 0x7f && c < 0xa0 || c == 0x2028 || c == 0x2029 || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    @Override
    public String toString() {
        return line + "}";
    }
}
