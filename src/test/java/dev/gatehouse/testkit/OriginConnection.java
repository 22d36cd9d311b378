package dev.gatehouse.testkit;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a {@link ScriptedOrigin}, in the hands of the script. Every wait is bounded.
 *
 * <p>Threads: confined to the script's, except {@link #reset()}.
 */
public final class OriginConnection implements AutoCloseable {

    private final Socket socket;
    private final ScriptedOrigin origin;
    private final int number;
    private final WireReader reader;

    OriginConnection(Socket socket, ScriptedOrigin origin, int number) throws IOException {
        this.socket = socket;
        this.origin = origin;
        this.number = number;
        socket.setTcpNoDelay(true);
        reader = new WireReader(socket.getInputStream());
    }

    /** Which connection this is, from 0, in the order of acceptance. */
    public int number() {
        return number;
    }

    /** Reads and records a whole request; null where the client ends the connection instead. */
    public @Nullable WireMessage request() throws IOException {
        String head = head();
        return head == null ? null : rest(head);
    }

    /** Reads a request head and leaves the body on the wire, unrecorded; null where the client leaves instead. */
    public @Nullable String head() throws IOException {
        return reader.head();
    }

    /** Reads the body that belongs to {@code head}, and records the request. */
    public WireMessage rest(String head) throws IOException {
        WireMessage request = reader.request(head);
        origin.received(request);
        return request;
    }

    /** Records a request of which only the head is wanted. */
    public void record(String head) {
        origin.received(new WireMessage(head, new byte[0], WireMessage.Ending.BROKEN_OFF));
    }

    /** Reads exactly {@code length} bytes, or fewer where the client ends the connection. */
    public byte[] bytes(int length) throws IOException {
        return reader.bytes(length);
    }

    /** Reads one chunk's content, empty for the last; null where the client ends the connection within it. */
    public byte @Nullable [] chunk() throws IOException {
        return reader.chunk();
    }

    /** Sends text as ISO 8859-1, at once; line ends must be written out. */
    public OriginConnection send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends bytes at once. */
    public OriginConnection send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends each piece by itself. */
    public OriginConnection send(List<byte[]> pieces) throws IOException {
        for (byte[] piece : pieces) {
            send(piece);
        }
        return this;
    }

    /** Sends a whole response with {@code Content-Length}. */
    public OriginConnection respond(int status, String body, String... headers) throws IOException {
        return send(ScriptedOrigin.response(status, body, headers));
    }

    /** Sends the head of a chunked 200; {@code headers} are lines such as {@code "Content-Type: text/html"}. */
    public OriginConnection chunkedHead(String... headers) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 200 Scripted\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return send(head + "Transfer-Encoding: chunked\r\n\r\n");
    }

    /** Sends one chunk of UTF-8 text; an empty one ends the body. */
    public OriginConnection sendChunk(String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        send(Integer.toHexString(content.length) + "\r\n");
        return send(content).send("\r\n");
    }

    /** Says nothing until {@link ScriptedOrigin#release()}. */
    public OriginConnection hold() throws IOException {
        origin.awaitRelease();
        return this;
    }

    /** Says nothing until {@code latch} is open. */
    public OriginConnection await(CountDownLatch latch) throws IOException {
        ScriptedOrigin.await(latch);
        return this;
    }

    /** Waits for the client to end the connection, in order or by reset, dropping what it still sends. */
    public boolean isClosedByPeer(Duration within) throws IOException {
        socket.setSoTimeout((int) within.toMillis());
        try {
            while (reader.read() >= 0) {
                // dropped
            }
            return true;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (SocketException reset) {
            return true;
        } finally {
            if (!socket.isClosed()) {
                socket.setSoTimeout(0);
            }
        }
    }

    /** Ends sending with FIN; the client may still send. */
    public void finish() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the connection with RST. */
    public void reset() throws IOException {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException ended) {
            return; // its own thread was faster
        }
        socket.close();
    }

    /** Ends the connection in order. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
