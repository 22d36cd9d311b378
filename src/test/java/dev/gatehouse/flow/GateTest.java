package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A pool's origins are asked whether they are ready, and who may not be asked is not. */
class GateTest extends WatchedFlow {

    private static String gated(ScriptedOrigin origin, String readiness, String more) {
        String pool = "{'origins': [{'url': 'http://" + origin.authority() + "'}], 'readiness': {'path': '/ready'"
                + readiness + "}" + more + "}";
        return ("{'id': 'r', 'match': {'path': '/'}, 'allowPrivateUpstream': true, 'pool': " + pool + "}")
                .replace('\'', '"');
    }

    private static WireMessage get(Front front) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.send("GET / HTTP/1.1\r\nHost: s\r\n\r\n").response();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyIsAskedWhereTheSecretIsNotThere(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(204, "");
                Front front =
                        front(kind, gated(origin, ", 'header': 'x-ready', 'secret': 'NO_SECRET_IS_CALLED_THIS'", ""))) {
            WireMessage response = get(front);

            assertThat(response.status()).isEqualTo(503);
            assertThat(response.text()).contains("\"not_ready\"");
            assertThat(origin.connections()).isZero();
            ProxyEvent event = next();
            assertThat(event.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(event.attempts()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyIsAskedWhereAllAreDeadAndTheDeadAreRefused(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.send(
                        ScriptedOrigin.response(request.startLine().contains("/ready") ? 204 : 503, "")));
                Front front = front(kind, gated(origin, "", ", 'health': {'allDead': 'refuse'}"))) {
            assertThat(get(front).status()).as("the answer that marks it").isEqualTo(503);
            assertThat(origin.requests()).hasSize(2);

            WireMessage refused = get(front);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text()).contains("\"no_upstream_alive\"");
            assertThat(origin.requests()).hasSize(2);
        }
    }
}
