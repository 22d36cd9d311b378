package dev.gatehouse.forward;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.BodySource;
import dev.gatehouse.body.BrokenBody;
import dev.gatehouse.body.ByteQueue;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves a response body from the upstream to the client: one chunk in hand, and none read before the client can take it.
 *
 * <p>Threads: confined to the exchange.
 */
final class ResponsePump {

    private static final Logger LOG = LoggerFactory.getLogger(ResponsePump.class);

    /** Why the pump stopped. */
    enum Stop {
        /** The upstream has nothing yet; it wakes the exchange. */
        UPSTREAM_PENDING,
        /** The client cannot take more; it wakes the exchange. */
        CLIENT_FULL,
        /** Every byte is with the client and the exchange is over. */
        DONE,
        /** The upstream broke off. */
        UPSTREAM_FAILED
    }

    private static final int QUEUE_BYTES = 16 * 1024;

    private final BodySource upstream;
    private final ClientSide client;
    private final @Nullable BodyFilter filter;
    private final @Nullable ByteQueue filtered;
    private final boolean hasBody;
    private final Runnable wake;
    private @Nullable ByteBuffer chunkInHand;
    private boolean upstreamEnded;
    private boolean started;
    private boolean ended;
    private boolean lingering;
    private long bytes;

    /** Set before a demand, cleared by the upstream when it is met. Between the two the body must not be touched. */
    private volatile boolean awaiting;

    ResponsePump(BodySource upstream, ClientSide client, @Nullable BodyFilter filter, boolean hasBody, Runnable wake) {
        this.upstream = upstream;
        this.client = client;
        this.filter = filter;
        this.filtered = filter == null ? null : new ByteQueue(QUEUE_BYTES);
        this.hasBody = hasBody;
        this.wake = wake;
    }

    /** How many bytes of the upstream's body have been passed on. */
    long bytes() {
        return bytes;
    }

    /** Whether every byte that the upstream announced has been passed on; false where it announced none. */
    boolean isAllPassedOn() {
        return ended || upstream.length() >= 0 && bytes == upstream.length();
    }

    /** Whether a byte of the body has come. */
    boolean hasStarted() {
        return started;
    }

    /** Whether the upstream has been asked for more and has not answered yet. */
    boolean isAwaiting() {
        return awaiting;
    }

    /** Whether bytes wait with the client that {@link ClientSide#hurry()} would send. */
    boolean isLingering() {
        return lingering;
    }

    /**
     * Moves what can be moved now; not while {@link #isAwaiting()}.
     *
     * @throws IOException where the client's end fails
     */
    Stop run() throws IOException {
        try {
            return move();
        } catch (BrokenBody broken) {
            LOG.debug("an upstream's body is not what its head says", broken);
            return Stop.UPSTREAM_FAILED;
        }
    }

    private Stop move() throws IOException {
        while (!ended) {
            if (!drainFiltered()) {
                return Stop.CLIENT_FULL;
            }
            if (chunkInHand != null) {
                filterOn(chunkInHand);
                continue;
            }
            switch (upstream.next()) {
                case CHUNK -> take();
                case END -> upstreamEnded = true;
                case FAILED -> {
                    return Stop.UPSTREAM_FAILED;
                }
                case PENDING -> {
                    lingering = client.pause();
                    awaiting = true;
                    upstream.demand(this::arrived);
                    return Stop.UPSTREAM_PENDING;
                }
            }
            if (upstreamEnded && chunkInHand == null) {
                end();
            }
        }
        return drainFiltered() && client.finish() ? Stop.DONE : Stop.CLIENT_FULL;
    }

    private void arrived() {
        awaiting = false;
        wake.run();
    }

    /** Gives the client what the filter has settled; whether it can take more. */
    private boolean drainFiltered() throws IOException {
        if (!client.isWritable()) {
            return false;
        }
        ByteQueue waiting = filtered;
        if (waiting != null && waiting.size() > 0) {
            if (hasBody) {
                client.write(waiting.view());
            }
            waiting.clear();
            return client.isWritable();
        }
        return true;
    }

    private void take() throws IOException {
        ByteBuffer chunk = upstream.chunk();
        started = true;
        bytes += chunk.remaining();
        upstreamEnded = upstream.isLast();
        if (filter != null) {
            filterOn(chunk);
            return;
        }
        try {
            if (hasBody) {
                client.write(chunk);
            }
        } finally {
            upstream.release();
        }
    }

    /** Filters the chunk in hand, which is kept until the filter has taken all of it. */
    private void filterOn(ByteBuffer chunk) throws BrokenBody {
        chunkInHand = chunk;
        if (filter != null && filtered != null) {
            filter.filter(chunk, filtered);
        }
        if (!chunk.hasRemaining()) {
            chunkInHand = null;
            upstream.release();
        }
    }

    private void end() throws BrokenBody {
        ended = filter == null || filtered == null || filter.finish(filtered);
    }
}
