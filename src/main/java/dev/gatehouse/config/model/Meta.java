package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Section;
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

    private static final Expectation<Revision> REVISION =
            new Expectation<>("a whole number from 0, or text that is not empty", false, Meta::revision);

    static Meta read(Section in) {
        Meta meta = new Meta(
                in.value("updatedAt", Expectation.TEXT).orElse(null),
                in.value("updatedBy", Expectation.TEXT).orElse(null),
                in.value("revision", REVISION).orElse(null),
                in.value("note", Expectation.ANY_TEXT).orElse(null));
        in.refuseUnknownKeys();
        return meta;
    }

    private static @Nullable Revision revision(Node node) {
        Long number = Expectation.count().reading().read(node);
        if (number != null) {
            return new Revision.Numbered(number);
        }
        String name = Expectation.TEXT.reading().read(node);
        return name == null ? null : new Revision.Named(name);
    }
}
