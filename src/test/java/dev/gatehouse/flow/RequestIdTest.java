package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every exchange has one id, which client, upstream and events see. */
class RequestIdTest extends WatchedFlow {

    private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    private String told() throws InterruptedException {
        return next().requestId();
    }

    @ParameterizedTest
    @EnumSource
    void whereNobodyBringsAnIdItIsRandom(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = front(kind, Tables.route("/", origin.authority()));
                RawClient client = RawClient.to(front.port())) {
            String first = client.get("/", "s").response().header("X-Request-Id");
            assertThat(first).matches(UUID);
            assertThat(origin.awaitRequest(1).headers("X-Request-Id")).containsExactly(first);
            assertThat(told()).isEqualTo(first);
            assertThat(client.get("/", "s").response().header("X-Request-Id"))
                    .matches(UUID)
                    .isNotEqualTo(first);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anIdOfTheWrongShapeIsPassedOverAndNeverRepaired(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front =
                        front(kind, Tables.route("/", origin.authority(), "'requestId': {'trustInbound': true}"));
                RawClient client = RawClient.to(front.port())) {
            String longest = "a".repeat(64);
            for (String good : List.of("a", "A-z_09", longest)) {
                assertThat(answered(client, good)).isEqualTo(good);
            }
            for (String bad : List.of("", longest + "a", "a b", "a.b", "a/b", "a\tb", "\u00e9", "a,b")) {
                assertThat(answered(client, bad)).as(bad).matches(UUID);
            }
        }
    }

    private static String answered(RawClient client, String id) throws Exception {
        WireMessage response = client.send("GET / HTTP/1.1\r\nHost: s\r\nX-Request-Id: " + id + "\r\n\r\n")
                .response();
        assertThat(response.headers("X-Request-Id")).hasSize(1);
        return response.headers("X-Request-Id").get(0);
    }

    @ParameterizedTest
    @EnumSource
    void anUpstreamCannotReplaceIt(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok", "X-Request-Id: theirs");
                Front front = front(kind, Tables.route("/", origin.authority()));
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/", "s").response().headers("X-Request-Id")).containsExactly(told());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatARuleHidesFromTheClientIsToldAllTheSame(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "ok");
                Front front = front(
                        kind,
                        Tables.route("/", origin.authority(), "'responseHeaders': {'remove': ['X-Request-Id']}"));
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/", "s").response().headers("X-Request-Id")).isEmpty();
            assertThat(origin.awaitRequest(1).headers("X-Request-Id")).containsExactly(told());
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersAtTheEdgeAndFailuresHaveOneToo(Front.Kind kind) throws Exception {
        try (Front front = front(
                        kind,
                        "{\"match\": {\"path\": \"/edge\"}, \"respond\": {\"status\": 204}}",
                        Tables.route("/dead", "127.0.0.1:1"));
                RawClient client = RawClient.to(front.port())) {
            for (String path : List.of("/edge", "/dead")) {
                String id = client.get(path, "s").response().header("X-Request-Id");
                assertThat(id).as(path).matches(UUID).isEqualTo(told());
            }
        }
    }
}
