package dev.gatehouse.forward;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.forward.mirror.BodyTaker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A client request's body on its way to upstreams: the one reader of the client's bytes. It knows whether the body is over,
 * fails it where it is longer than it may be, and can give it to one attempt after another.
 *
 * <p>Each attempt reads through a cursor of its own. The first reads through to the client; a later one is given the bytes
 * that were recorded and then goes on at the client, where the one before it stopped. The body can be given again until an
 * attempt has been given more of it than the recording may hold, or until {@link #settle}. Without a recording that is
 * until its first byte, and from there on a cursor costs nothing.
 *
 * <p>An attempt that has been given up may still be within a call, or hold a chunk, or come to demand more. What it is
 * reading at that moment is recorded and not lost; its chunk is a piece of the recording and stays as it is; a demand that
 * waits at the client is the next attempt's. Its cursor consumes nothing from then on: it has failed where the attempt was
 * broken off, and stays silent where it was not, since a response that is kept for want of a better one must not be broken
 * by what becomes of its request.
 *
 * <p>Threads: one reader at a time for each cursor; all else from any. The lock is never held while a call goes out to the
 * client or to a reader.
 */
final class RequestBody {

    /** How far the client has been read. */
    private enum Reach {
        /** It may be asked. */
        OPEN,
        /** A cursor is asking it. */
        ASKED,
        /** It had nothing; it must be demanded from before it is asked again. */
        DRY,
        /** It will call. */
        AWAITED,
        /** Its current chunk did not go into the recording and is the next thing to be given. */
        HELD,
        /** There is no more. */
        ENDED,
        /** It broke off, or was longer than it may be. */
        BROKEN
    }

    private final BodySource client;
    private final long maxBytes;
    private final long replayBytes;
    private final boolean mustFit;

    // Guarded by this.
    private @Nullable BodyTaker copy;
    private @Nullable Recording recording;
    private @Nullable Cursor current;
    private @Nullable Runnable waiting;
    private Reach reach = Reach.OPEN;

    // Written by whoever reads the client.
    private long bytes;
    private volatile boolean over;
    private volatile @Nullable Throwable tooLarge;
    private volatile boolean replayable = true;

    /** A body that is recorded for further attempts up to {@code replayBytes}; 0 for not at all. */
    RequestBody(BodySource client, long maxBytes, long replayBytes) {
        this(client, maxBytes, replayBytes, false, null);
    }

    /**
     * A body.
     *
     * @param maxBytes how long it may be
     * @param replayBytes how much is recorded for further attempts; 0 for nothing
     * @param mustFit whether a body that outgrows the recording before it is settled is too large; if not, it goes on and
     *     cannot be given again
     * @param copy is given a copy of the whole body if that is short enough; null for none
     */
    RequestBody(BodySource client, long maxBytes, long replayBytes, boolean mustFit, @Nullable BodyTaker copy) {
        this.client = client;
        this.maxBytes = maxBytes;
        this.replayBytes = replayBytes;
        this.mustFit = mustFit;
        this.copy = copy;
        long kept = copy == null ? replayBytes : Math.max(replayBytes, BodyTaker.MAX_BYTES);
        this.recording = kept > 0 ? new Recording(kept) : null;
    }

    /** Whether the last attempt has been given the last byte. */
    boolean isOver() {
        return over;
    }

    /** Whether more came than may. */
    boolean isTooLarge() {
        return tooLarge != null;
    }

    /** Whether it could be given to another attempt at this moment; see {@link #retract}. */
    boolean isReplayable() {
        return replayable;
    }

    /**
     * Takes the body from the attempt that has it, if it can be given to another: what this says holds until that is opened,
     * for nobody reads meanwhile.
     *
     * @return whether {@link #open} may follow; if not, the attempt keeps the body
     */
    synchronized boolean retract() {
        if (replayable) {
            current = null;
            waiting = null;
        }
        return replayable;
    }

    /**
     * Gives the body to an attempt, from the first byte on, and takes it from the one before.
     *
     * @throws IllegalStateException if it cannot be given again
     */
    synchronized BodySource open() {
        if (!replayable) {
            throw new IllegalStateException("the body cannot be sent again");
        }
        Cursor next = new Cursor(recording == null ? null : recording.reader());
        current = next;
        waiting = null;
        over = false;
        return next;
    }

    /** No further attempt follows: what was recorded for one is let go of. */
    synchronized void settle() {
        replayable = false;
        letGo();
    }

    /** Whether a copy is wanted and not complete. */
    synchronized boolean awaitsCopy() {
        return copy != null;
    }

    /**
     * No attempt reads on: what is still to come of the body is read for the copy alone, if that is wanted.
     *
     * @param done is run when there is nothing more to read for it
     */
    void readForCopy(Runnable done) {
        Cursor reader;
        synchronized (this) {
            if (copy == null || recording == null) {
                return;
            }
            replayable = false;
            reader = new Cursor(recording.reader());
            current = reader;
            waiting = null;
        }
        readForCopy(reader, done);
    }

    private void readForCopy(Cursor reader, Runnable done) {
        while (awaitsCopy()) {
            BodySource.State found = reader.next();
            if (found == BodySource.State.CHUNK) {
                reader.release();
            } else if (found == BodySource.State.PENDING) {
                reader.demand(() -> readForCopy(reader, done));
                return;
            }
        }
        done.run();
    }

    /** Nobody reads on: a copy that is not complete will not be. */
    void abandonCopy() {
        BodyTaker taker;
        synchronized (this) {
            taker = copy;
            copy = null;
            letGo();
        }
        if (taker != null) {
            taker.incomplete();
        }
    }

    /** Lets go of the recording if nobody will read it from the start. Cursors hold what lies ahead of them. */
    private void letGo() {
        if (!replayable && copy == null) {
            recording = null;
        }
    }

    /** What {@code cursor} finds; null where the client must be asked, which nobody else does meanwhile. */
    private synchronized BodySource.@Nullable State look(Cursor cursor) {
        if (cursor.cancelled) {
            return BodySource.State.FAILED;
        }
        if (cursor != current) {
            return BodySource.State.PENDING;
        }
        if (cursor.takeRecorded()) {
            given(cursor);
            return BodySource.State.CHUNK;
        }
        return switch (reach) {
            case OPEN -> {
                reach = Reach.ASKED;
                yield null;
            }
            case ASKED, DRY, AWAITED -> BodySource.State.PENDING;
            case HELD -> {
                passThrough(cursor);
                yield BodySource.State.CHUNK;
            }
            case ENDED -> {
                over = true;
                yield BodySource.State.END;
            }
            case BROKEN -> BodySource.State.FAILED;
        };
    }

    private void given(Cursor cursor) {
        if (cursor.given > replayBytes) {
            replayable = false;
            letGo();
        }
        over = cursor.isAtEnd();
    }

    /** From here on {@code cursor} is the client's only reader, and nothing needs to be guarded any more. */
    private void passThrough(Cursor cursor) {
        replayable = false;
        recording = null;
        cursor.direct = true;
        over = client.isLast();
    }

    /** Asks the client once; whoever calls has said so in {@link #reach}. */
    private void ask() {
        BodySource.State found = count(client.next());
        @Nullable Runnable news;
        @Nullable Runnable next;
        synchronized (this) {
            reach = reached(found);
            news = newsForCopy();
            next = wakeUp(); // the reader may have lost the body to another that waits
        }
        run(news);
        run(next);
    }

    private static void run(@Nullable Runnable task) {
        if (task != null) {
            task.run();
        }
    }

    /** Counts a chunk, and turns it down where it goes past the bounds. */
    private BodySource.State count(BodySource.State state) {
        if (state != BodySource.State.CHUNK) {
            return state;
        }
        bytes += client.chunk().remaining();
        long most = mustFit && replayable ? Math.min(maxBytes, replayBytes) : maxBytes;
        if (bytes <= most) {
            return state;
        }
        tooLarge = new IOException("the body is longer than " + most + " bytes");
        client.release();
        return BodySource.State.FAILED;
    }

    private Reach reached(BodySource.State found) {
        return switch (found) {
            case PENDING -> Reach.DRY;
            case END -> Reach.ENDED;
            case FAILED -> Reach.BROKEN;
            case CHUNK -> record();
        };
    }

    private Reach record() {
        if (recording == null || !recording.append(client.chunk())) {
            return Reach.HELD;
        }
        // some containers know of the end only when they are asked for more, and the answer may come before that
        boolean last = client.isLast() || bytes == client.length();
        client.release();
        return last ? Reach.ENDED : Reach.OPEN;
    }

    /** What the copy must be told of where the client has been read to; null for nothing. */
    private @Nullable Runnable newsForCopy() {
        BodyTaker taker = copy;
        Recording kept = recording;
        if (taker == null || kept == null) {
            return null;
        }
        if (reach == Reach.BROKEN || bytes > BodyTaker.MAX_BYTES) {
            copy = null;
            letGo();
            return taker::incomplete;
        }
        if (reach == Reach.ENDED) {
            copy = null;
            BodySource whole = kept.whole();
            letGo();
            return () -> taker.whole(whole);
        }
        return null;
    }

    private void demand(Cursor by, Runnable whenReady) {
        @Nullable Runnable next;
        synchronized (this) {
            if (by != current || by.cancelled) {
                return;
            }
            waiting = whenReady;
            next = wakeUp();
        }
        run(next);
    }

    /** The client has something to say. */
    private void ready() {
        @Nullable Runnable next;
        synchronized (this) {
            reach = Reach.OPEN;
            next = wakeUp();
        }
        run(next);
    }

    /** What is to be done for the reader that waits; null for nothing. */
    private @Nullable Runnable wakeUp() {
        Runnable next = waiting;
        Cursor reader = current;
        if (next == null || reader == null) {
            return null;
        }
        if (!reader.hasRecorded()) {
            if (reach == Reach.ASKED || reach == Reach.AWAITED) {
                return null; // it is woken when that is over
            }
            if (reach == Reach.DRY) {
                reach = Reach.AWAITED;
                return () -> client.demand(this::ready);
            }
        }
        waiting = null;
        return next;
    }

    private void cancel(Cursor cursor, Throwable cause) {
        boolean direct;
        synchronized (this) {
            cursor.cancelled = true;
            direct = cursor.direct;
            if (cursor == current) {
                waiting = null;
            }
        }
        if (direct) {
            client.cancel(cause);
        }
    }

    /** One attempt's view of the body. */
    private final class Cursor implements BodySource {

        private final Recording.@Nullable Reader recorded;
        private @Nullable ByteBuffer chunk;
        private boolean last;

        /** Whether every call goes to the client. Written by the reader, within the lock. */
        private boolean direct;

        // Guarded by the body.
        private boolean cancelled;
        private long given;

        Cursor(Recording.@Nullable Reader recorded) {
            this.recorded = recorded;
        }

        boolean hasRecorded() {
            return recorded != null && recorded.hasMore();
        }

        boolean takeRecorded() {
            if (recorded == null || !recorded.hasMore()) {
                return false;
            }
            ByteBuffer taken = recorded.take();
            chunk = taken;
            given += taken.remaining();
            last = isAtEnd();
            return true;
        }

        boolean isAtEnd() {
            return reach == Reach.ENDED && !hasRecorded();
        }

        @Override
        public State next() {
            while (!direct) {
                State found = look(this);
                if (found != null) {
                    return found;
                }
                ask();
            }
            return through();
        }

        private State through() {
            if (tooLarge != null) {
                return State.FAILED;
            }
            State state = count(client.next());
            if (state == State.END || state == State.CHUNK && client.isLast()) {
                over = true;
            }
            return state;
        }

        @Override
        public ByteBuffer chunk() {
            return direct ? client.chunk() : Objects.requireNonNull(chunk);
        }

        @Override
        public boolean isLast() {
            return direct ? client.isLast() : last;
        }

        @Override
        public void release() {
            if (direct) {
                client.release();
            } else {
                chunk = null;
            }
        }

        @Override
        public Throwable failure() {
            Throwable ours = tooLarge;
            if (ours != null) {
                return ours;
            }
            synchronized (RequestBody.this) {
                if (cancelled && reach != Reach.BROKEN) {
                    return new IOException("the attempt was given up");
                }
            }
            return client.failure();
        }

        @Override
        public void demand(Runnable whenReady) {
            if (direct) {
                client.demand(whenReady);
            } else {
                RequestBody.this.demand(this, whenReady);
            }
        }

        @Override
        public void cancel(Throwable cause) {
            RequestBody.this.cancel(this, cause);
        }

        @Override
        public long length() {
            return client.length();
        }
    }
}
