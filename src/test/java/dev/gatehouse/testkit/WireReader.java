package dev.gatehouse.testkit;

import dev.gatehouse.testkit.WireMessage.Ending;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads HTTP/1.1 messages leniently: it reports what came rather than judging it. A read that takes too long throws
 * {@link SocketTimeoutException}.
 *
 * <p>Threads: confined to one at a time.
 */
final class WireReader {

    /** Whether a chunk's content was read and the line end after it was not. */
    private boolean withinChunks;

    private final InputStream in;

    WireReader(InputStream in) {
        this.in = new BufferedInputStream(in, 8192);
    }

    /** Start line, fields and empty line; null where the connection ended before any byte of them. */
    @Nullable
    String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                if (head.isEmpty()) {
                    return null;
                }
                throw new IOException("the connection ended within a head: " + head);
            }
            head.append((char) b);
        }
        return head.toString();
    }

    /** The rest of a request. Without framing there is no body. */
    WireMessage request(String head) throws IOException {
        return message(head, false);
    }

    /** The rest of a response. Without framing the body ends with the connection. */
    WireMessage response(String head, boolean toHead) throws IOException {
        WireMessage bare = new WireMessage(head, new byte[0], Ending.CLEAN);
        int status = bare.status();
        boolean bodyless = toHead || status < 200 || status == 204 || status == 304;
        return bodyless ? bare : message(head, true);
    }

    private WireMessage message(String head, boolean isResponse) throws IOException {
        WireMessage bare = new WireMessage(head, new byte[0], Ending.CLEAN);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String coding = bare.header("transfer-encoding");
        String length = bare.header("content-length");
        Ending ending;
        try {
            if (coding != null && coding.toLowerCase(Locale.ROOT).endsWith("chunked")) {
                ending = chunks(body);
            } else if (length != null) {
                ending = copy(Long.parseLong(length), body) ? Ending.CLEAN : Ending.BROKEN_OFF;
            } else if (isResponse) {
                copy(Long.MAX_VALUE, body);
                ending = Ending.WITH_CONNECTION;
            } else {
                ending = Ending.CLEAN;
            }
        } catch (SocketTimeoutException tooLate) {
            throw tooLate;
        } catch (IOException | NumberFormatException broken) {
            ending = Ending.BROKEN_OFF;
        }
        return new WireMessage(head, body.toByteArray(), ending);
    }

    private Ending chunks(ByteArrayOutputStream body) throws IOException {
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            if (!copy(size, body) || !"".equals(line())) {
                return Ending.BROKEN_OFF;
            }
        }
        return trailersEnd() ? Ending.CLEAN : Ending.BROKEN_OFF;
    }

    /**
     * The next chunk's content, empty for the last (trailers stay unread); null where it is cut short. The line end after
     * the content is left for the next read: some servers send it only with the next chunk.
     */
    byte @Nullable [] chunk() throws IOException {
        int size = chunkSize();
        byte[] content = in.readNBytes(size);
        withinChunks = content.length == size && size > 0;
        return content.length == size ? content : null;
    }

    private int chunkSize() throws IOException {
        if (withinChunks && !"".equals(line())) {
            throw new EOFException("the connection ended after a chunk");
        }
        withinChunks = false;
        String size = line();
        if (size == null) {
            throw new EOFException("the connection ended before a chunk");
        }
        int semicolon = size.indexOf(';');
        return Integer.parseInt((semicolon < 0 ? size : size.substring(0, semicolon)).strip(), 16);
    }

    private boolean trailersEnd() throws IOException {
        String line = line();
        while (line != null && !line.isEmpty()) {
            line = line();
        }
        return line != null;
    }

    private boolean copy(long length, ByteArrayOutputStream to) throws IOException {
        for (long left = length; left > 0; left--) {
            int b = in.read();
            if (b < 0) {
                return false;
            }
            to.write(b);
        }
        return true;
    }

    /** A line without its end; null where the connection ended first. */
    @Nullable
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            line.write(b);
        }
        return null;
    }

    /** One byte, or -1 at the end. */
    int read() throws IOException {
        return in.read();
    }

    /** Up to {@code length} bytes; fewer only where the connection ends. */
    byte[] bytes(int length) throws IOException {
        return in.readNBytes(length);
    }
}
