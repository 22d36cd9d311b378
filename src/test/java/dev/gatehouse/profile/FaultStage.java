package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Profile;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * One profile in front of two origins, of which the first does one thing wrong when it is told to. Both are well whenever
 * they are asked for their health.
 *
 * <p>Threads: the test's, and those of the origins.
 */
final class FaultStage implements AutoCloseable {

    private static final String WHOSE = "X-Whose";

    private final Profile profile;
    private final Fault fault;
    private final List<WireMessage> toFirst = new CopyOnWriteArrayList<>();
    private final List<WireMessage> toSecond = new CopyOnWriteArrayList<>();
    private final ScriptedOrigin first;
    private final ScriptedOrigin second;
    private volatile boolean faulty;
    private volatile CountDownLatch headSeen = new CountDownLatch(1);
    private @Nullable Front front;
    private boolean spent;

    private FaultStage(Profile profile, Fault fault) throws Exception {
        this.profile = profile;
        this.fault = fault;
        if (profile == Profile.MESSAGEWEAVE || profile == Profile.APEX) {
            first = ProfileFlow.replying(this::first);
            second = profile == Profile.APEX ? besides(first) : ProfileFlow.replying(this::second);
        } else {
            first = ScriptedOrigin.replying(this::first);
            second = ScriptedOrigin.replying(this::second);
        }
    }

    private ScriptedOrigin besides(ScriptedOrigin other) throws Exception {
        return ScriptedOrigin.playingOverTls(
                ProfileFlow.keys().server(), "127.0.0.2", other.port(), ScriptedOrigin.eachWith(this::second));
    }

    /** Begins anew; the containers take turns. */
    static FaultStage open(KisumFlow flow, Profile profile, Fault fault) throws Exception {
        FaultStage stage = new FaultStage(profile, fault);
        Front.Kind kind = fault.ordinal() % 2 == 0 ? Front.Kind.JETTY : Front.Kind.TOMCAT;
        boolean hurried = fault == Fault.SILENT || fault == Fault.SLOW_BODY;
        stage.front = stage.front(flow, kind, String.valueOf(hurried ? Fault.DEADLINE.toMillis() : 10_000));
        return stage;
    }

    private Front front(KisumFlow flow, Front.Kind kind, String deadline) throws Exception {
        return switch (profile) {
            case JOUSKA ->
                flow.jouska(
                        kind,
                        ProfileFlow.FIRST,
                        "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"scheme\": \"http\", \"allowPrivateUpstream\": true,"
                                + " \"outlier\": {\"consecutiveFailures\": 1}, \"timeoutMs\": " + deadline
                                + ", \"upstreams\": [\"" + first.authority() + "\", \"" + second.authority()
                                + "\"]}]}");
            case MESSAGEWEAVE ->
                flow.front(
                        kind,
                        "messageweave",
                        ProfileFlow.FIRST,
                        ProfileFlow.backends(List.of(first, second), "LB_REQUEST_TIMEOUT_MS", deadline));
            case APEX -> flow.apex(kind, ProfileFlow.apexTable(ProfileFlow.apexVariables(), first.port()));
            case KISUM -> {
                String services = "[{\"name\": \"a\", \"baseUrl\": \"http://" + first.authority()
                        + "\"}, {\"name\": \"b\", \"baseUrl\": \"http://" + second.authority() + "\"}]";
                Front kisum = flow.front(
                        kind,
                        "kisum",
                        ProfileFlow.FIRST,
                        Map.of("SERVICES", services, "LB_ATTEMPT_TIMEOUT_MS", deadline));
                first.awaitRequest(1); // the first round has begun, and this ends after it
                KisumFlow.checked(kisum);
                yield kisum;
            }
        };
    }

    // The origins

    private void first(WireMessage request, OriginConnection connection) throws IOException {
        if (isReadinessProbe(request)) {
            ready(connection);
        } else if (isHealthProbe(request)) {
            ProbedOrigin.WELL.to(request, connection);
        } else {
            toFirst.add(request);
            if (faulty) {
                fault.play(request, connection, headSeen, WHOSE + ": first");
            } else {
                connection.respond(200, "", WHOSE + ": first");
            }
        }
    }

    /** An origin of APEX that is to be gone is gone as soon as it has said that it is ready. */
    private void ready(OriginConnection connection) throws IOException {
        if (faulty && fault == Fault.REFUSED) {
            first.closeAround(connection);
            connection.send("HTTP/1.1 204 Ready\r\nConnection: close\r\n\r\n").finish();
        } else {
            connection.respond(204, "");
        }
    }

    private void second(WireMessage request, OriginConnection connection) throws IOException {
        if (isReadinessProbe(request)) {
            connection.respond(204, "");
        } else if (isHealthProbe(request)) {
            ProbedOrigin.WELL.to(request, connection);
        } else {
            toSecond.add(request);
            connection.respond(200, "", WHOSE + ": second");
        }
    }

    private static boolean isHealthProbe(WireMessage request) {
        return request.target().equals("/health");
    }

    private static boolean isReadinessProbe(WireMessage request) {
        return request.target().equals("/.well-known/apex-ready");
    }

    // The client

    /** Sends a request that meets the fault where it comes to the first origin. */
    WireMessage faultily(String method, String body) throws IOException {
        toFirst.clear();
        toSecond.clear();
        headSeen = new CountDownLatch(1);
        faulty = true;
        if (fault == Fault.REFUSED && profile != Profile.APEX) {
            first.close();
        }
        try {
            return sent(method, body);
        } finally {
            faulty = false;
        }
    }

    /** Sends a GET that no fault awaits but that nobody may listen. */
    WireMessage soundly() throws IOException {
        return sent("GET", "");
    }

    private WireMessage sent(String method, String body) throws IOException {
        String start = method + " " + path(method);
        String host = profile == Profile.APEX ? ProfileFlow.HOST : KisumFlow.API;
        try (RawClient client = RawClient.to(front().port())) {
            client.send(
                    body.isEmpty() ? ProfileFlow.request(host, start) : ProfileFlow.request(host, start, "=" + body));
            String head = client.responseHead();
            headSeen.countDown();
            return method.equals("HEAD") ? client.restToHead(head) : client.rest(head);
        }
    }

    private String path(String method) {
        return profile == Profile.MESSAGEWEAVE && method.equals("POST") ? "/webhook/tg" : "/api/config";
    }

    private Front front() {
        return Objects.requireNonNull(front);
    }

    // What came of it

    /** Whose answer this is: {@code first}, {@code second}, or {@code own}. */
    static String whose(WireMessage response) {
        return Objects.requireNonNullElse(response.header(WHOSE), "own");
    }

    /** Each origin has seen what it should of the last request, and its body whole. */
    void isSeen(int attempts, boolean bySecond, String body) {
        assertThat(toFirst).hasSize(fault == Fault.REFUSED || attempts == 0 ? 0 : 1);
        assertThat(toSecond).hasSize(bySecond ? 1 : 0);
        assertThat(toFirst).allSatisfy(request -> assertThat(request.text()).isEqualTo(body));
        assertThat(toSecond).allSatisfy(request -> assertThat(request.text()).isEqualTo(body));
    }

    /** The next request was answered; {@code passedOver} says whether the first origin was left out of it. */
    void isOver(boolean passedOver) {
        spent = passedOver || fault == Fault.REFUSED && profile != Profile.MESSAGEWEAVE;
    }

    /** Whether something is remembered, or gone, that another request must not find so. */
    boolean isSpent() {
        return spent;
    }

    @Override
    public void close() throws IOException {
        first.close();
        second.close();
        front().close();
    }
}
