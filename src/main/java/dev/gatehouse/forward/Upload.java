package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.forward.mirror.MirrorCopy;
import org.jspecify.annotations.Nullable;

/**
 * What the client sends along with its request, and who gets it: one attempt after another, and a mirror.
 *
 * <p>Threads: confined to the exchange; what it hands out is read by the transport.
 */
final class Upload {

    /** Nothing, and no mirror: before the request is admitted. */
    static final Upload NONE = new Upload(null, null);

    private final @Nullable MirrorCopy copy;
    private @Nullable RequestBody body;

    private Upload(@Nullable RequestBody body, @Nullable MirrorCopy copy) {
        this.body = body;
        this.copy = copy;
    }

    /**
     * An upload.
     *
     * @param client the client's body; null where it has none
     * @param copy the copy of the request for the mirror; null for none
     */
    static Upload of(@Nullable BodySource client, Delivery delivery, @Nullable MirrorCopy copy) {
        if (client == null) {
            return new Upload(null, copy);
        }
        MirrorCopy taker = copy != null && copy.awaitsBody() ? copy : null;
        Replay replay = delivery.replay();
        return new Upload(
                new RequestBody(client, delivery.maxBodyBytes(), replay.bytes(), replay.refusesMore(), taker), copy);
    }

    /** Whether there is a body. */
    boolean hasBody() {
        return body != null;
    }

    /** Whether the body, if there is one, could be given to another attempt at this moment. */
    boolean isReplayable() {
        return body == null || body.isReplayable();
    }

    /** Takes the body from the attempt that has it; false where it cannot be given to another any more. */
    boolean retract() {
        return body == null || body.retract();
    }

    /** The body for the next attempt; null for none. */
    @Nullable
    BodySource open() {
        return body == null ? null : body.open();
    }

    /** Whether the last attempt has been given all of it. */
    boolean isSent() {
        return body == null || body.isOver();
    }

    /** Whether more came than may. */
    boolean isTooLarge() {
        return body != null && body.isTooLarge();
    }

    /** No further attempt follows. */
    void settle() {
        if (body != null) {
            body.settle();
        }
    }

    /** What follows needs no body. */
    void drop() {
        abandonCopy();
        body = null;
    }

    /** Sends the mirror's copy, unless it goes out by itself once it has its body. */
    void sendCopy() {
        if (copy != null && !copy.awaitsBody()) {
            copy.send();
        }
    }

    /** The answer's body as it is to be read, so that it can be compared with the mirror's. */
    BodySource compared(int status, BodySource answer) {
        return copy == null ? answer : copy.compareTo(status, answer);
    }

    /** Whether a mirror still wants more of the body. */
    boolean awaitsCopy() {
        return body != null && body.awaitsCopy();
    }

    /** Reads on for the mirror alone; {@code whenOver} is run when it needs no more. */
    void readForCopy(Runnable whenOver) {
        if (body != null) {
            body.readForCopy(whenOver);
        }
    }

    /** The mirror gets no more of the body. */
    void abandonCopy() {
        if (body != null) {
            body.abandonCopy();
        }
    }

    /** The exchange is over. */
    void end() {
        if (copy != null) {
            copy.mainIsOver();
        }
        abandonCopy();
    }
}
