package dev.gatehouse.profile;

import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of the soak: it sends one request after another over connections that it keeps, looks at every byte that comes
 * back, and holds the proxy to what its policy says.
 *
 * <p>Threads: the load runs on one; what has been counted may be read by any.
 */
final class SoakClient implements Runnable {

    /** What a proxy may answer. */
    interface Policy {

        /** The start line of a request, without the version. */
        String line(SoakRequest request);

        /** How long its body may be in bytes. */
        int mostBytes();

        /** Whether clients may leave at once after their request now and then. */
        default boolean mayLeave() {
            return true;
        }

        /** Whether an answer that is not the one hoped for is right all the same. */
        boolean allows(SoakRequest request, String method, WireMessage answer);
    }

    /** What has been counted by all clients. */
    static final class Score {

        final AtomicInteger sent = new AtomicInteger();
        final AtomicInteger whole = new AtomicInteger();
        final AtomicInteger broken = new AtomicInteger();
        final AtomicInteger allowed = new AtomicInteger();
        final AtomicInteger left = new AtomicInteger();
        final Queue<String> wrong = new ConcurrentLinkedQueue<>();

        void wrong(String what) {
            wrong.add(what);
        }

        @Override
        public String toString() {
            return sent + " requests: " + whole + " answered whole, " + broken + " broken off by their origin, "
                    + allowed + " failed as the policy says, " + left + " left by their client";
        }
    }

    private final int port;
    private final String host;
    private final Policy policy;
    private final AtomicInteger numbers;
    private final BooleanSupplier goesOn;
    private final Score score;
    private @Nullable RawClient connection;

    /** A client of the proxy at {@code port}. */
    SoakClient(int port, String host, Policy policy, AtomicInteger numbers, BooleanSupplier goesOn, Score score) {
        this.port = port;
        this.host = host;
        this.policy = policy;
        this.numbers = numbers;
        this.goesOn = goesOn;
        this.score = score;
    }

    @Override
    public void run() {
        try {
            while (goesOn.getAsBoolean() && score.wrong.isEmpty()) {
                int number = numbers.incrementAndGet();
                try {
                    send(number);
                } catch (IOException failure) {
                    score.wrong(policy.line(new SoakRequest(number, 0, 0)) + ", request " + number + ": " + failure);
                }
            }
            hangUp();
        } catch (IOException failure) {
            score.wrong(failure.toString());
        }
    }

    private void send(int number) throws IOException {
        String method = method(number);
        boolean hasBody = method.equals("POST") || method.equals("PUT");
        byte[] body = hasBody ? SoakRequest.bytes(-number, policy.mostBytes()) : new byte[0];
        SoakRequest request = new SoakRequest(number, body.length, SoakRequest.sum(body));
        RawClient open = connected();
        score.sent.incrementAndGet();
        open.send(head(request, hasBody).getBytes(StandardCharsets.ISO_8859_1));
        open.send(body);
        if (number % 97 == 0 && policy.mayLeave()) {
            score.left.incrementAndGet();
            open.reset();
            connection = null;
            return;
        }
        judge(request, method, open.response());
    }

    private String method(int number) {
        return policy.line(new SoakRequest(number, 0, 0)).split(" ", 2)[0];
    }

    private String head(SoakRequest request, boolean hasBody) {
        return policy.line(request) + " HTTP/1.1\r\nHost: " + host + "\r\nX-Forwarded-Proto: https\r\nX-Soak: "
                + request.number() + "\r\nX-Length: " + request.length() + "\r\nX-Sum: " + request.sum() + "\r\n"
                + (hasBody ? "Content-Length: " + request.length() + "\r\n" : "") + "\r\n";
    }

    private RawClient connected() throws IOException {
        RawClient open = connection;
        if (open == null) {
            open = RawClient.to(port);
            connection = open;
        }
        return open;
    }

    private void judge(SoakRequest request, String method, WireMessage answer) throws IOException {
        boolean isWhole = answer.ending() == WireMessage.Ending.CLEAN;
        boolean breaks = SoakAnswer.breaks(request.number());
        boolean mayHaveDied = !isWhole && answer.headers("X-Index").equals(List.of("" + ChaoticOrigin.MORTAL));
        String number = answer.header("X-Soak");
        if (number != null && !number.equals(String.valueOf(request.number()))) {
            score.wrong("the answer to another request came to " + request + ": " + number);
        } else if (answer.status() == 200 && isWhole && !breaks) {
            score.whole.incrementAndGet();
            check(request, answer);
        } else if (mayHaveDied || breaks && !(answer.status() == 200 && isWhole)) {
            score.broken.incrementAndGet();
        } else if (isWhole && policy.allows(request, method, answer)) {
            score.allowed.incrementAndGet();
        } else {
            score.wrong(method + " " + request + " was not saved: " + answer.head() + answer.ending());
        }
        boolean mayBeEarly = answer.status() != 200; // before the body was read, which closes the connection
        if (!isWhole || mayBeEarly || hasClose(answer)) {
            hangUp();
        }
    }

    private void check(SoakRequest request, WireMessage answer) {
        if (!List.of(String.valueOf(SoakRequest.sum(answer.body()))).equals(answer.headers("X-Sum"))) {
            score.wrong("a wrong byte in the answer to " + request);
        }
    }

    private static boolean hasClose(WireMessage answer) {
        return "close".equalsIgnoreCase(answer.header("Connection"));
    }

    private void hangUp() throws IOException {
        RawClient open = connection;
        if (open != null) {
            connection = null;
            open.close();
        }
    }
}
