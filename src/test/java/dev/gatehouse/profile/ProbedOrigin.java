package dev.gatehouse.profile;

import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.util.List;

/**
 * An origin of Kisum journeys: it is asked for its health at a path that ends in {@code /health}, and for all else does what
 * a test wants. It starts well.
 *
 * <p>Threads: all methods may be called from any.
 */
final class ProbedOrigin implements AutoCloseable {

    /** The answer of an origin that is well. */
    static final ScriptedOrigin.Reply WELL =
            (request, connection) -> connection.respond(200, "{\"status\":\"ok\"}", "Content-Type: application/json");

    /** The answer of one that is not. */
    static final ScriptedOrigin.Reply SICK = (request, connection) -> connection.respond(503, "");

    private final ScriptedOrigin origin;
    private volatile ScriptedOrigin.Reply health;
    private volatile ScriptedOrigin.Reply traffic;

    private ProbedOrigin(ScriptedOrigin.Reply health, ScriptedOrigin.Reply traffic) throws IOException {
        this.health = health;
        this.traffic = traffic;
        this.origin = ScriptedOrigin.replying(this::reply);
    }

    private void reply(WireMessage request, OriginConnection connection) throws IOException {
        (isProbe(request) ? health : traffic).to(request, connection);
    }

    private static boolean isProbe(WireMessage request) {
        return request.target().endsWith("/health");
    }

    /** One that is well and replies to each request. */
    static ProbedOrigin replying(ScriptedOrigin.Reply traffic) throws IOException {
        return new ProbedOrigin(WELL, traffic);
    }

    /** One that is well and gives every request the same answer. */
    static ProbedOrigin answering(int status, String body, String... headers) throws IOException {
        return replying(answer(status, body, headers));
    }

    /** One that says of its health what {@code health} says, and answers the rest with 200 and {@code body}. */
    static ProbedOrigin withHealth(ScriptedOrigin.Reply health, String body) throws IOException {
        return new ProbedOrigin(health, answer(200, body));
    }

    /** Always the same answer. */
    static ScriptedOrigin.Reply answer(int status, String body, String... headers) {
        byte[] answer = ScriptedOrigin.response(status, body, headers);
        return (request, connection) -> connection.send(answer);
    }

    /** From now on its health is this. */
    void health(ScriptedOrigin.Reply now) {
        health = now;
    }

    /** From now on it replies to requests like this. */
    void traffic(ScriptedOrigin.Reply now) {
        traffic = now;
    }

    /** The requests so far that did not ask for its health. */
    List<WireMessage> asked() {
        return origin.requests().stream().filter(request -> !isProbe(request)).toList();
    }

    /** The requests so far that asked for its health. */
    List<WireMessage> probes() {
        return origin.requests().stream().filter(ProbedOrigin::isProbe).toList();
    }

    /** The origin itself. */
    ScriptedOrigin origin() {
        return origin;
    }

    /** Its URL without a path. */
    String url() {
        return "http://" + origin.authority();
    }

    /** Nobody listens there any more, and what was open is reset. */
    @Override
    public void close() throws IOException {
        origin.close();
    }
}
