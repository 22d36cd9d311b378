package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.http.Fields;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of an exchange, as the container gives it.
 *
 * <p>Order of calls: {@link #body()} at most once, when the request is admitted: a client that waits for leave to send its
 * body (RFC 9110, section 10.1.1) gets it then; then {@link #begin} once, any number of
 * {@link #write} each after {@link #isWritable()} said yes, and at last one of {@link #finish()}, {@link #breakOff()} and
 * {@link #abandon()}. Nothing may be called after the last.
 *
 * <p>Threads: one caller at a time; any thread. No method blocks.
 */
public interface ClientSide {

    /** Hears from the client's end. May be called on any thread, also within a call to this side. */
    interface Signals {

        /** {@link ClientSide#isWritable()} or {@link ClientSide#finish()} is worth another try. */
        void writable();

        /** The client has left, or its upload broke off; {@code cause} is for operators. */
        void clientGone(Throwable cause);
    }

    /** Names the one who hears from this side from now on. */
    void listen(Signals signals);

    /** The client request's body, to be pulled; null where there is none. */
    @Nullable
    BodySource body();

    /** Passes hints on before the final head, where the container can (103, RFC 8297); does nothing elsewhere. */
    void earlyHints(Fields fields);

    /** Takes the head. It is with the client at the latest when {@link #hurry()} or {@link #finish()} has been heeded. */
    void begin(ClientHead head);

    /** Whether {@link #write} may be called now; if not, {@link Signals#writable()} follows. */
    boolean isWritable() throws IOException;

    /** Takes all of {@code bytes}; the buffer is the caller's again on return. Only after {@link #isWritable()} said yes. */
    void write(ByteBuffer bytes) throws IOException;

    /**
     * Nothing more to write for the moment: what was written should not wait for long.
     *
     * @return whether it may still wait a little, for {@link #hurry()} to end it; false where it is on its way
     */
    boolean pause() throws IOException;

    /** Nothing came for a while: head and bytes taken so far go out now. */
    void hurry() throws IOException;

    /**
     * The response is complete.
     *
     * @return true once the exchange is over; false to be called again after {@link Signals#writable()}
     */
    boolean finish() throws IOException;

    /** The response cannot be completed: the client gets what was written and then sees that it is broken. */
    void breakOff();

    /** The client has gone: lets go of it. */
    void abandon();
}
