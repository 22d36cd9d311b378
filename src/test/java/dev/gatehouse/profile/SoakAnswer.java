package dev.gatehouse.profile;

import dev.gatehouse.testkit.OriginConnection;
import java.io.IOException;
import java.util.Arrays;

/** The answer to a request of the soak, which hangs on the request's number alone. */
final class SoakAnswer {

    private static final int MOST = 512 * 1024;

    private final SoakRequest request;
    private final int index;
    private final byte[] body;

    /** The answer of origin {@code index}, which says so. */
    SoakAnswer(SoakRequest request, int index) {
        this.request = request;
        this.index = index;
        this.body = SoakRequest.bytes(request.number(), MOST);
    }

    /** Whether the answer to a request breaks off in its middle. */
    static boolean breaks(int number) {
        return number % 50 == 7;
    }

    /** Sends it, or half of it; says whether the connection goes on. */
    boolean sendTo(OriginConnection connection) throws IOException {
        boolean chunked = request.number() % 3 == 0;
        String head = request.head(200, index) + "X-Sum: " + SoakRequest.sum(body) + "\r\n";
        byte[] sent = breaks(request.number()) ? Arrays.copyOf(body, body.length / 2) : body;
        if (chunked) {
            connection.send(head + "Transfer-Encoding: chunked\r\n\r\n");
            sendChunk(connection, Arrays.copyOf(sent, sent.length / 2));
            sendChunk(connection, Arrays.copyOfRange(sent, sent.length / 2, sent.length));
        } else {
            int length =
                    body.length + (breaks(request.number()) ? 1 : 0); // never complete, also where there is nothing
            connection.send(head + "Content-Length: " + length + "\r\n\r\n").send(sent);
        }
        if (breaks(request.number())) {
            return false;
        }
        connection.send(chunked ? "0\r\n\r\n" : "");
        return true;
    }

    private static void sendChunk(OriginConnection connection, byte[] chunk) throws IOException {
        if (chunk.length > 0) {
            connection
                    .send(Integer.toHexString(chunk.length) + "\r\n")
                    .send(chunk)
                    .send("\r\n");
        }
    }
}
