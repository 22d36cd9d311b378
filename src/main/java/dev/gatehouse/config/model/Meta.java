package dev.gatehouse.config.model;

import org.jspecify.annotations.Nullable;

/**
 * Where a document comes from. Carried through untouched; no proxying decision may read it.
 *
 * @param updatedAt when it was written, an ISO timestamp by convention; null where not said
 * @param updatedBy who wrote it; null where not said
 * @param revision which revision it is; null where not said
 * @param note a remark, possibly empty; null where not said
 */
public record Meta(
        @Nullable String updatedAt,
        @Nullable String updatedBy,
        @Nullable Revision revision,
        @Nullable String note) {

    /** A revision, numbered by the store or named by hand. */
    public sealed interface Revision {

        /**
         * A numbered revision.
         *
         * @param number 0 or more
         */
        record Numbered(long number) implements Revision {}

        /**
         * A named revision.
         *
         * @param name not empty
         */
        record Named(String name) implements Revision {}
    }
}
