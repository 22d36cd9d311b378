package dev.gatehouse.config.tree;

/**
 * One fault of a document.
 *
 * @param pointer what is at fault
 * @param position where it stands
 * @param found what stands there; its kind and length only, where it may be a secret
 * @param expected what should stand there; empty where {@code found} says it all
 */
public record Problem(Pointer pointer, Position position, String found, String expected) {

    /** What was found and what was expected, without the place. */
    public String message() {
        return expected.isEmpty() ? found : found + " (expected: " + expected + ")";
    }

    /**
     * The whole fault on one line, such as {@code routes[2].upstream (line 14, column 20): "https://x" (expected: host,
     * host:port or host/base/path)}.
     */
    @Override
    public String toString() {
        String place = pointer.path();
        String where = position.isKnown() ? (place.isEmpty() ? "" : place + " ") + "(" + position + ")" : place;
        return where.isEmpty() ? message() : where + ": " + message();
    }
}
