package dev.gatehouse.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One HTTP/1.1 message as it came over the wire. */
public final class WireMessage {

    /** How a body ended. */
    public enum Ending {
        /** All bytes that were promised came, or the last chunk did, or there is no body. */
        CLEAN,
        /** No length was promised and the connection was closed in order. */
        WITH_CONNECTION,
        /** The connection ended, in order or not, before the message did, or the framing was broken. */
        BROKEN_OFF
    }

    private final String head;
    private final byte[] body;
    private final Ending ending;

    WireMessage(String head, byte[] body, Ending ending) {
        this.head = head;
        this.body = body;
        this.ending = ending;
    }

    /** Start line and fields as text, byte for byte (ISO 8859-1), with the empty line. */
    public String head() {
        return head;
    }

    /** The content, chunk framing removed. */
    public byte[] body() {
        return body.clone();
    }

    /** How the body ended. */
    public Ending ending() {
        return ending;
    }

    /** The first line, without its end. */
    public String startLine() {
        return head.substring(0, head.indexOf("\r\n"));
    }

    /** The status of a response. */
    public int status() {
        return Integer.parseInt(word(1));
    }

    /** The method of a request. */
    public String method() {
        return word(0);
    }

    /** The target of a request, as sent. */
    public String target() {
        return word(1);
    }

    private String word(int index) {
        return startLine().split(" ", 3)[index];
    }

    /** The fields in order, names as sent. */
    public List<Map.Entry<String, String>> headers() {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (String line :
                head.lines().skip(1).takeWhile(line -> !line.isEmpty()).toList()) {
            int colon = line.indexOf(':');
            String name = colon < 0 ? line : line.substring(0, colon);
            headers.add(
                    Map.entry(name, colon < 0 ? "" : line.substring(colon + 1).strip()));
        }
        return headers;
    }

    /** All values of a field, in order; the name in any case. */
    public List<String> headers(String name) {
        return headers().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The first value of a field; null where it was not sent. */
    public @Nullable String header(String name) {
        List<String> values = headers(name);
        return values.isEmpty() ? null : values.get(0);
    }

    /** The body as UTF-8 text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The whole message, for failed assertions. */
    @Override
    public String toString() {
        return head + text() + " <" + ending + ">";
    }
}
