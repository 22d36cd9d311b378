package dev.gatehouse.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * An HTTP/1.1 client on a raw socket that sends exactly the bytes it is given. Every wait is bounded; what comes too
 * late throws {@link SocketTimeoutException}.
 *
 * <p>Threads: one may send while another reads.
 */
public final class RawClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Socket socket;
    private final WireReader reader;

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        waitAtMost(PATIENCE);
        reader = new WireReader(socket.getInputStream());
    }

    /** The text of a request; the last of {@code lines} may be {@code =} and a body, which gets its length. */
    public static String request(String host, String startLine, String... lines) {
        StringBuilder text = new StringBuilder(startLine + " HTTP/1.1\r\nHost: " + host + "\r\n");
        String body = "";
        for (String line : lines) {
            if (line.startsWith("=")) {
                body = line.substring(1);
                text.append("Content-Length: ").append(body.length()).append("\r\n");
            } else {
                text.append(line).append("\r\n");
            }
        }
        return text + "\r\n" + body;
    }

    /** Connects to {@code port} on this machine. */
    public static RawClient to(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(loopback(port), (int) PATIENCE.toMillis());
        return new RawClient(socket);
    }

    /** Connects, with a receive buffer of about {@code bytes}: a client that is slow as soon as it stops reading. */
    public static RawClient to(int port, int bytes) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(bytes); // counts only before the connection is made
        socket.connect(loopback(port), (int) PATIENCE.toMillis());
        return new RawClient(socket);
    }

    private static InetSocketAddress loopback(int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    }

    /** How long each read may take from now on; 10 s before the first call. */
    public void waitAtMost(Duration patience) throws SocketException {
        socket.setSoTimeout((int) patience.toMillis());
    }

    /** Sends text as ISO 8859-1; line ends must be written out. */
    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends bytes at once. */
    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends each piece by itself. */
    public RawClient send(List<byte[]> pieces) throws IOException {
        for (byte[] piece : pieces) {
            send(piece);
        }
        return this;
    }

    /** Sends {@code GET target} with {@code host} and nothing else. */
    public RawClient get(String target, String host) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    }

    /** Reads one whole response; interim ones (1xx) are responses of their own. */
    public WireMessage response() throws IOException {
        return reader.response(responseHead(), false);
    }

    /** Reads the response to a HEAD request. */
    public WireMessage responseToHead() throws IOException {
        return reader.response(responseHead(), true);
    }

    /** Reads a response head and leaves its body on the wire. */
    public String responseHead() throws IOException {
        String head = reader.head();
        if (head == null) {
            throw new IOException("the connection ended without a response");
        }
        return head;
    }

    /** Reads the rest of a response whose head has been read. */
    public WireMessage rest(String head) throws IOException {
        return reader.response(head, false);
    }

    /** The same for a response to a HEAD request, which has no rest. */
    public WireMessage restToHead(String head) throws IOException {
        return reader.response(head, true);
    }

    /**
     * Reads one chunk's content; empty for the last chunk.
     *
     * @throws IOException where the connection ends first
     */
    public String chunk() throws IOException {
        byte[] chunk = reader.chunk();
        if (chunk == null) {
            throw new IOException("the connection ended within a chunk");
        }
        return new String(chunk, StandardCharsets.UTF_8);
    }

    /** Reads exactly {@code length} bytes, or fewer where the connection ends. */
    public byte[] bytes(int length) throws IOException {
        return reader.bytes(length);
    }

    /** Waits for the peer to end the connection, in order or by reset, dropping what it still sends. */
    public boolean isClosedByPeer(Duration within) throws IOException {
        waitAtMost(within);
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
            waitAtMost(PATIENCE);
        }
    }

    /** Sends FIN; responses can still be read. */
    public void finish() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the connection with RST. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Ends the connection in order. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
