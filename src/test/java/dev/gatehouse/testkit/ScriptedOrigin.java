package dev.gatehouse.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP origin on a raw socket of 127.0.0.1 that does, byte for byte, what its script says, good manners or not. It
 * keeps what it was sent.
 *
 * <p>Threads: each connection runs the script on a daemon thread of its own; all methods here may be called from any.
 */
public final class ScriptedOrigin implements AutoCloseable {

    /** What to do on one connection, from its first byte. The connection is closed when it returns or throws. */
    @FunctionalInterface
    public interface Script {

        /** Plays the origin's part. */
        void play(OriginConnection connection) throws IOException;
    }

    /** What to do for one request. */
    @FunctionalInterface
    public interface Reply {

        /** Answers {@code request}, which has been read in full. */
        void to(WireMessage request, OriginConnection connection) throws IOException;
    }

    /** The bound of every wait in this class and in {@link OriginConnection}. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final ServerSocket server;
    private final Script script;
    private final CountDownLatch released = new CountDownLatch(1);
    private final Object changed = new Object(); // guards what follows
    private final List<WireMessage> requests = new ArrayList<>();
    private final List<OriginConnection> open = new ArrayList<>();
    private int accepted;
    private volatile boolean closed;

    private ScriptedOrigin(ServerSocket server, Script script) {
        this.server = server;
        this.script = script;
    }

    /** Starts an origin on a free port; it accepts at once. */
    public static ScriptedOrigin playing(Script script) throws IOException {
        return playing(0, script);
    }

    /** The same on a port of one's own choice; 0 for a free one. */
    public static ScriptedOrigin playing(int port, Script script) throws IOException {
        ServerSocket server = new ServerSocket(port, 100, InetAddress.getByAddress(LOOPBACK));
        ScriptedOrigin origin = new ScriptedOrigin(server, script);
        daemon("accept", origin::accept);
        return origin;
    }

    /** Starts an origin on a free port that speaks TLS before its script plays. */
    public static ScriptedOrigin playingOverTls(SSLContext keys, Script script) throws IOException {
        return playingOverTls(keys, "127.0.0.1", 0, script);
    }

    /** The same at an address and a port of one's own choice; 0 for a free one. */
    public static ScriptedOrigin playingOverTls(SSLContext keys, String address, int port, Script script)
            throws IOException {
        ServerSocket server =
                keys.getServerSocketFactory().createServerSocket(port, 100, InetAddress.getByName(address));
        ScriptedOrigin origin = new ScriptedOrigin(server, script);
        daemon("accept", origin::accept);
        return origin;
    }

    /** The script that reads requests one after another and replies to each, until the client leaves. */
    public static Script eachWith(Reply reply) {
        return connection -> {
            for (WireMessage request = connection.request(); request != null; request = connection.request()) {
                reply.to(request, connection);
            }
        };
    }

    /** Starts an origin that reads requests one after another and replies to each, until the client leaves. */
    public static ScriptedOrigin replying(Reply reply) throws IOException {
        return playing(eachWith(reply));
    }

    /** Starts an origin that gives every request the same answer, with its length. */
    public static ScriptedOrigin answering(int status, String body, String... headers) throws IOException {
        byte[] answer = response(status, body, headers);
        return replying((request, connection) -> connection.send(answer));
    }

    /** A whole response with {@code Content-Length}; {@code headers} are lines such as {@code "ETag: x"}. */
    public static byte[] response(int status, String body, String... headers) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        if (status >= 200 && status != 204 && status != 304) {
            head.append("Content-Length: ").append(content.length).append("\r\n");
        }
        return (head + "\r\n" + body).getBytes(StandardCharsets.UTF_8);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                int number = register();
                daemon("connection", () -> serve(socket, number));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket, int number) {
        try (OriginConnection connection = new OriginConnection(socket, this, number)) {
            change(() -> open.add(connection));
            try {
                if (closed) {
                    connection.reset(); // accepted at the last moment, and perhaps not seen when all were reset
                    return;
                }
                script.play(connection);
            } finally {
                change(() -> open.remove(connection));
            }
        } catch (IOException clientIsGone) {
            // what the test wants to know of it, it asks
        }
    }

    private int register() {
        synchronized (changed) {
            return accepted++;
        }
    }

    void received(WireMessage request) {
        change(() -> requests.add(request));
    }

    void awaitRelease() throws IOException {
        await(released);
    }

    /** Waits for {@code latch}, within bounds. */
    static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("waited too long");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException(stopped);
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.getLocalPort();
    }

    /** {@code 127.0.0.1:port}. */
    public String authority() {
        return "127.0.0.1:" + port();
    }

    /** The requests read so far, in the order in which they were complete. */
    public List<WireMessage> requests() {
        synchronized (changed) {
            return List.copyOf(requests);
        }
    }

    /** Waits until {@code count} requests have been read, and returns the last of them. */
    public WireMessage awaitRequest(int count) {
        awaitThat(() -> requests.size() >= count, count + " requests");
        return requests().get(count - 1);
    }

    /** How many connections there have been. */
    public int connections() {
        synchronized (changed) {
            return accepted;
        }
    }

    /** How many connections are being served: their script has not ended. */
    public int openConnections() {
        synchronized (changed) {
            return open.size();
        }
    }

    /** Waits until exactly {@code count} connections are being served. */
    public void awaitOpenConnections(int count) {
        awaitThat(() -> open.size() == count, count + " open connections");
    }

    /** Lets all go on that wait in {@link OriginConnection#hold()}, now and later. */
    public void release() {
        released.countDown();
    }

    /** Stops listening and resets what is open. */
    @Override
    public void close() throws IOException {
        closeAround(null);
    }

    /** Stops listening and resets what is open, but not {@code last}. */
    public void closeAround(@Nullable OriginConnection last) throws IOException {
        closed = true;
        server.close();
        release();
        List<OriginConnection> rest;
        synchronized (changed) {
            rest = List.copyOf(open);
        }
        for (OriginConnection connection : rest) {
            if (connection != last) {
                connection.reset();
            }
        }
    }

    private void change(Runnable change) {
        synchronized (changed) {
            change.run();
            changed.notifyAll();
        }
    }

    private void awaitThat(BooleanSupplier condition, String what) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            synchronized (changed) {
                while (!condition.getAsBoolean()) {
                    changed.wait(millisUntil(end, what));
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }

    private long millisUntil(long end, String what) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            String seen = "; requests: " + requests.size() + ", open: " + open.size();
            throw new AssertionError("waited too long for " + what + seen);
        }
        return left;
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, "scripted-origin-" + name);
        thread.setDaemon(true);
        thread.start();
    }
}
