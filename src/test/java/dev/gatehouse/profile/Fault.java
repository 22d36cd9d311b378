package dev.gatehouse.profile;

import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** What an origin may do wrong with a request. */
enum Fault {
    /** Nobody listens any more; there is nothing to play. */
    REFUSED("refused"),
    /** The connection is reset where the answer should come. */
    RESET("reset"),
    /** Nothing comes for a second; then an answer, if somebody still wants it. */
    SILENT("silent"),
    INTERNAL_ERROR("500"),
    BAD_GATEWAY("502"),
    UNAVAILABLE("503"),
    GATEWAY_TIMEOUT("504"),
    /** Ten bytes of a hundred; the connection is reset when they have been seen. */
    RESET_MID_BODY("reset mid-body"),
    /** Two halves of a body, further apart than the deadline of a head. */
    SLOW_BODY("slow body");

    /** How long an origin may take that is silent for twice as long. */
    static final Duration DEADLINE = Duration.ofMillis(500);

    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(600);

    private final String text;

    Fault(String text) {
        this.text = text;
    }

    /** The fault that is written so in the table. */
    static Fault of(String text) {
        return Arrays.stream(values())
                .filter(fault -> fault.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no fault is called " + text));
    }

    @Override
    public String toString() {
        return text;
    }

    /**
     * Plays the origin's part.
     *
     * @param headSeen open when the client has the head
     * @param headers lines of whatever head is sent
     */
    void play(WireMessage request, OriginConnection connection, CountDownLatch headSeen, String... headers)
            throws IOException {
        switch (this) {
            case REFUSED -> throw new AssertionError("a request came to where nobody listens");
            case RESET -> connection.reset();
            case SILENT -> {
                if (!connection.isClosedByPeer(SILENCE)) {
                    connection.respond(200, request.method().equals("HEAD") ? "" : "late", headers);
                }
            }
            case RESET_MID_BODY -> {
                sendHead(connection, 100, "Connection: close\r\n", headers);
                connection.send(request.method().equals("HEAD") ? "" : "0123456789");
                connection.await(headSeen).reset();
            }
            case SLOW_BODY -> {
                sendHead(connection, 10, "", headers);
                if (!request.method().equals("HEAD")) {
                    connection.send("01234");
                    connection.isClosedByPeer(PAUSE); // nobody should; the time passes
                    connection.send("56789");
                }
            }
            default -> connection.respond(Integer.parseInt(text), "", headers);
        }
    }

    private static void sendHead(OriginConnection connection, int length, String more, String... headers)
            throws IOException {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n" + more + String.join("\r\n", headers)
                + "\r\n\r\n");
    }
}
