package dev.gatehouse.body;

import java.io.IOException;

/** A body that is not what its head says it is, for example compressed bytes that cannot be decompressed. */
public final class BrokenBody extends IOException {

    private static final long serialVersionUID = 1L;

    /** {@code message} is for operators. */
    public BrokenBody(String message) {
        super(message);
    }
}
