package dev.gatehouse.config.tree;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A value of a document, with its place in the text. */
public sealed interface Node {

    /** Where the value begins. */
    Position position();

    /** The value as it is shown in a fault: short, on one line. */
    String shown();

    /** What the value is without giving it away, such as {@code text of 12 characters}. */
    String kind();

    /**
     * An object.
     *
     * @param members its members in the order of the text
     */
    record ObjectNode(Position position, Map<String, Member> members) implements Node {

        /** Copies the members. */
        public ObjectNode {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        @Override
        public String shown() {
            return kind();
        }

        @Override
        public String kind() {
            return members.isEmpty() ? "an empty object" : "an object";
        }
    }

    /**
     * A member of an object.
     *
     * @param keyPosition where its key begins
     * @param value its value
     */
    record Member(Position keyPosition, Node value) {}

    /**
     * A list.
     *
     * @param entries its entries in order
     */
    record ListNode(Position position, List<Node> entries) implements Node {

        /** Copies the entries. */
        public ListNode {
            entries = List.copyOf(entries);
        }

        @Override
        public String shown() {
            return kind();
        }

        @Override
        public String kind() {
            return entries.isEmpty() ? "an empty list" : "a list of " + entries.size();
        }
    }

    /**
     * A text.
     *
     * @param value the text, escapes resolved
     */
    record TextNode(Position position, String value) implements Node {

        private static final int MAX_SHOWN = 80;

        /** A name and a password in front of a host. */
        private static final Pattern CREDENTIALS = Pattern.compile("[^/@\\s]*:[^/@\\s]*@");

        @Override
        public String shown() {
            return CREDENTIALS.matcher(value).find() ? kind() : quoted(value);
        }

        @Override
        public String kind() {
            return "text of " + value.length() + " characters";
        }

        /** A text between quotation marks, cut to a readable length, control characters escaped. */
        static String quoted(String text) {
            String cut = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
            StringBuilder shown = new StringBuilder("\"");
            cut.chars().forEach(c -> {
                if (Character.isISOControl(c) || Character.isSurrogate((char) c)) {
                    shown.append(String.format("\\u%04x", c));
                } else {
                    shown.append((char) c);
                }
            });
            return shown.append('"').toString();
        }
    }

    /**
     * A number.
     *
     * @param text as written
     */
    record NumberNode(Position position, String text) implements Node {

        private static final int MAX_SHOWN = 40;

        @Override
        public String shown() {
            return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
        }

        @Override
        public String kind() {
            return "a number";
        }
    }

    /**
     * True or false.
     *
     * @param value which
     */
    record FlagNode(Position position, boolean value) implements Node {

        @Override
        public String shown() {
            return Boolean.toString(value);
        }

        @Override
        public String kind() {
            return "true or false";
        }
    }

    /** {@code null}, which no setting takes. */
    record NullNode(Position position) implements Node {

        @Override
        public String shown() {
            return "null";
        }

        @Override
        public String kind() {
            return "null";
        }
    }
}
