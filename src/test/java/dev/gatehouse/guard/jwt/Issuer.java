package dev.gatehouse.guard.jwt;

import dev.gatehouse.guard.Verdict;
import dev.gatehouse.testkit.ManualClock;
import dev.gatehouse.testkit.OutboundClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.transport.SmallDocuments;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An issuer's server, asked through the client that a deployment has. Whatever https URL is asked for, this server is the
 * one that answers, without TLS.
 */
final class Issuer implements AutoCloseable {

    /** Moved by hand; tells the keys' age and the time of day. */
    final ManualClock clock = new ManualClock("2030-01-01T00:00:00Z");

    final KeySets keys;
    private final OutboundClient client = OutboundClient.start(InetAddress::getAllByName);
    private final ScriptedOrigin server;
    private volatile int status = 200;
    private volatile String document;
    private volatile CountDownLatch open = new CountDownLatch(0);

    Issuer(String document) throws Exception {
        this.document = document;
        this.server = ScriptedOrigin.replying(
                (request, connection) -> connection.await(open).respond(status, this.document));
        var transport = client.transport();
        SmallDocuments documents = new SmallDocuments(transport, transport.alarms(), transport.workers());
        this.keys =
                new KeySets(url -> documents.get(URI.create("http://" + server.authority() + url.getRawPath())), clock);
    }

    /** Changes what is published. */
    void publish(String changed) {
        status = 200;
        document = changed;
    }

    /** Answers so from now on. */
    void fail(int with) {
        status = with;
    }

    /** Says nothing until {@link #answer()}. */
    void hold() {
        open = new CountDownLatch(1);
    }

    void answer() {
        open.countDown();
    }

    /** Ends the server; nobody answers any more. */
    void goDown() throws IOException {
        server.close();
    }

    /** How often keys have been asked for. */
    int asked() {
        return server.requests().size();
    }

    /** Waits until keys have been asked for {@code times} times. */
    String awaitAsked(int times) {
        return server.awaitRequest(times).target();
    }

    /** The verdict once it is settled. */
    static Verdict settled(Verdict verdict) throws Exception {
        return verdict instanceof Verdict.Later later
                ? later.verdict().toCompletableFuture().get(10, TimeUnit.SECONDS)
                : verdict;
    }

    /** A word for a verdict: {@code pass}, or status and code. */
    static String word(Verdict verdict) throws Exception {
        Verdict settled = settled(verdict);
        return settled instanceof Verdict.Refuse refusal ? refusal.status() + " " + refusal.code() : "pass";
    }

    @Override
    public void close() throws IOException {
        answer();
        client.close();
        server.close();
    }
}
