package dev.gatehouse.rewrite.url;

/** Takes changes to a range of bytes, in ascending order and without overlap. */
@FunctionalInterface
public interface Edits {

    /** {@code with} shall stand instead of the bytes from {@code from} to before {@code to}; both may be equal. */
    void replace(int from, int to, byte[] with);
}
