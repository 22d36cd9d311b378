package dev.gatehouse.config.tree;

/**
 * Where something stands in a text.
 *
 * @param line from 1; 0 where there is no text, as for tables built in code
 * @param column in characters, from 1; 0 where there is no text
 */
public record Position(int line, int column) {

    /** The position of what was never written as text. */
    public static final Position NONE = new Position(0, 0);

    /** Whether there is a text to point into. */
    public boolean isKnown() {
        return line > 0;
    }

    @Override
    public String toString() {
        return "line " + line + ", column " + column;
    }
}
