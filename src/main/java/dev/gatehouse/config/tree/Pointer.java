package dev.gatehouse.config.tree;

import org.jspecify.annotations.Nullable;

/**
 * The way from a document's root to one of its values.
 *
 * @param parent null for the root
 * @param step the key or index that leads here; empty for the root
 * @param isIndex whether {@code step} is the index of a list
 */
public record Pointer(@Nullable Pointer parent, String step, boolean isIndex) {

    /** The document itself. */
    public static final Pointer ROOT = new Pointer(null, "", false);

    /** The value of {@code key} in the object this leads to. */
    public Pointer key(String key) {
        return new Pointer(this, key, false);
    }

    /** The entry {@code index}, from 0, of the list this leads to. */
    public Pointer index(int index) {
        return new Pointer(this, Integer.toString(index), true);
    }

    /** The JSON pointer (RFC 6901), such as {@code /routes/2/upstream}; empty for the root. */
    public String json() {
        return parent == null
                ? ""
                : parent.json() + "/" + step.replace("~", "~0").replace("/", "~1");
    }

    /** The form people read, such as {@code routes[2].upstream}; empty for the root. */
    public String path() {
        if (parent == null) {
            return "";
        }
        String before = parent.path();
        if (isIndex) {
            return before + "[" + step + "]";
        }
        return before.isEmpty() ? step : before + "." + step;
    }

    @Override
    public String toString() {
        return path();
    }
}
