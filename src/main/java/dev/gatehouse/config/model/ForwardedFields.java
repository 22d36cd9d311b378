package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;

/**
 * What becomes of the fields that tell an upstream what the visitor asked for.
 *
 * @param host {@code X-Forwarded-Host}
 * @param proto {@code X-Forwarded-Proto}
 * @param address {@code X-Forwarded-For}
 */
public record ForwardedFields(Treatment host, Treatment proto, Treatment address) {

    /** What becomes of one. */
    public enum Treatment {
        /** Ours takes the place of what the client sent. */
        OVERWRITE,
        /** What the client sent travels on; nothing is added. */
        PASS,
        /** None travels on. */
        REMOVE
    }

    /** What holds when neither route nor table says: only ours is believed. */
    public static final ForwardedFields DEFAULT =
            new ForwardedFields(Treatment.OVERWRITE, Treatment.OVERWRITE, Treatment.OVERWRITE);

    static ForwardedFields read(Section in) {
        ForwardedFields fields =
                new ForwardedFields(treatment(in, "host"), treatment(in, "proto"), treatment(in, "for"));
        in.refuseUnknownKeys();
        return fields;
    }

    private static Treatment treatment(Section in, String key) {
        return in.value(key, Expectation.constant(Treatment.class)).orElse(Treatment.OVERWRITE);
    }
}
