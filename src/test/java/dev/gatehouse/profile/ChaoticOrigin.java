package dev.gatehouse.profile;

import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.ScriptedOrigin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An origin of the soak: what it does with a request hangs on the request's number alone, so that everybody knows it. As a
 * whole it can die, and come back at the same port.
 *
 * <p>Threads: all methods may be called from any.
 */
final class ChaoticOrigin implements AutoCloseable {

    /** What it does with one request. */
    private enum Mood {
        WELL,
        RESET_AT_HEAD,
        RESET_AFTER_BODY,
        EARLY_ERROR,
        ERROR,
        HANG
    }

    /** The index of the origin that dies now and then, in the middle of whatever it does. */
    static final int MORTAL = 2;

    private final int index;
    private final @Nullable SSLContext keys;
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger busy = new AtomicInteger();
    private volatile ScriptedOrigin origin;

    /**
     * Starts one.
     *
     * @param index 0, 1 and 2 are the three origins of one service; the number of a request says whether 0 or 1 is well for it, and
     *     neither of them dies
     * @param keys null for plain http
     */
    ChaoticOrigin(int index, @Nullable SSLContext keys) throws Exception {
        this.index = index;
        this.keys = keys;
        this.origin = listening(0);
    }

    private ScriptedOrigin listening(int port) throws Exception {
        return keys == null
                ? ScriptedOrigin.playing(port, this::play)
                : ScriptedOrigin.playingOverTls(keys, "127.0.0.1", port, this::play);
    }

    /** Nobody listens any more, and what is open is reset. */
    void die() throws IOException {
        origin.close();
    }

    /** It is there again. */
    void comeBack() throws Exception {
        origin = listening(origin.port());
    }

    String authority() {
        return origin.authority();
    }

    /** What arrived that nobody sent. */
    Queue<String> wrong() {
        return wrong;
    }

    /** How many requests have come whose answer is not over. */
    int busy() {
        return busy.get();
    }

    /** The origin as it is now. */
    ScriptedOrigin now() {
        return origin;
    }

    private void play(OriginConnection connection) throws IOException {
        for (String head = connection.head(); head != null; head = connection.head()) {
            busy.incrementAndGet();
            try {
                if (head.startsWith("GET /health ")) {
                    connection.send(ScriptedOrigin.response(200, "{\"status\":\"ok\"}"));
                } else if (!answered(head, connection)) {
                    return;
                }
            } finally {
                busy.decrementAndGet();
            }
        }
    }

    /** Answers, or does not; says whether the connection goes on. */
    private boolean answered(String head, OriginConnection connection) throws IOException {
        SoakRequest request = SoakRequest.of(head);
        switch (mood(request)) {
            case RESET_AT_HEAD -> {
                connection.reset();
                return false;
            }
            case EARLY_ERROR -> {
                connection.send(request.head(503, index) + "Connection: close\r\nContent-Length: 0\r\n\r\n");
                return false;
            }
            case HANG -> {
                connection.isClosedByPeer(Duration.ofMinutes(1));
                return false;
            }
            case RESET_AFTER_BODY -> {
                readBody(head, request, connection);
                connection.reset();
                return false;
            }
            case ERROR -> {
                readBody(head, request, connection);
                int status = List.of(500, 502, 503, 504).get(request.number() % 4);
                connection.send(request.head(status, index) + "Content-Length: 5\r\n\r\nerror");
                return true;
            }
            case WELL -> {
                readBody(head, request, connection);
                return new SoakAnswer(request, index).sendTo(connection);
            }
        }
        throw new IllegalStateException("no mood");
    }

    private Mood mood(SoakRequest request) {
        Random dice = new Random(request.number() * 31L + index);
        boolean isGood = index < 2 && request.number() % 2 == index;
        if (isGood || dice.nextInt(5) != 0) {
            return Mood.WELL;
        }
        if (dice.nextInt(40) == 0) {
            return Mood.HANG;
        }
        return Mood.values()[1 + dice.nextInt(4)];
    }

    private void readBody(String head, SoakRequest request, OriginConnection connection) throws IOException {
        byte[] body = body(head, connection);
        if (body.length != request.length() || SoakRequest.sum(body) != request.sum()) {
            wrong.add("of " + request + " came " + body.length + " bytes with another sum");
        }
    }

    private static byte[] body(String head, OriginConnection connection) throws IOException {
        if (!head.toLowerCase(java.util.Locale.ROOT).contains("\r\ntransfer-encoding: chunked\r\n")) {
            String length = SoakRequest.field(head, "content-length");
            int expected = length.isEmpty() ? 0 : Integer.parseInt(length);
            byte[] body = connection.bytes(expected);
            if (body.length < expected) {
                throw new IOException("the client left within its body");
            }
            return body;
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            byte[] chunk = connection.chunk();
            if (chunk == null) {
                throw new IOException("the client left within its body");
            }
            if (chunk.length == 0) {
                connection.bytes(2); // the empty line after the last chunk
                return body.toByteArray();
            }
            body.writeBytes(chunk);
        }
    }

    @Override
    public void close() throws IOException {
        origin.close();
    }
}
