package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.event.Selection;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers are shared out among upstreams by weight, and stay where they are. */
class SplitTest extends WatchedFlow {

    private static String split(ScriptedOrigin first, ScriptedOrigin second, String... fields) {
        StringBuilder route = new StringBuilder(
                "{\"id\": \"canary\", \"match\": {\"path\": \"/\"}, \"trafficSplit\": [{\"upstream\": \""
                        + first.authority() + "\", \"weight\": 95}, {\"upstream\": \"" + second.authority()
                        + "\", \"weight\": 5}], \"scheme\": \"http\", \"allowPrivateUpstream\": true");
        for (String field : fields) {
            route.append(", ").append(field.replace('\'', '"'));
        }
        return route.append('}').toString();
    }

    private static WireMessage get(Front front, String target, String... lines) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.send("GET " + target + " HTTP/1.1\r\nHost: s\r\n" + String.join("", lines) + "\r\n")
                    .response();
        }
    }

    /** The first tenant name that goes to the small share, found by trying. */
    private static String tenantOfTheSecond(Front front) throws IOException {
        for (int i = 0; i < 1000; i++) {
            if (get(front, "/", "X-Tenant: t" + i + "\r\n").text().equals("second")) {
                return "t" + i;
            }
        }
        throw new AssertionError("nobody goes to the second");
    }

    @ParameterizedTest
    @EnumSource
    void aCallerAlwaysGoesToTheSameUpstream(Front.Kind kind) throws Exception {
        try (ScriptedOrigin first = ScriptedOrigin.answering(200, "first");
                ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front =
                        front(kind, split(first, second, "'hashBy': {'source': 'header', 'header': 'X-Tenant'}"))) {
            String tenant = tenantOfTheSecond(front);
            events.clear();
            for (int i = 0; i < 3; i++) {
                assertThat(get(front, "/" + i, "X-Tenant: " + tenant + "\r\n").text())
                        .isEqualTo("second");
                assertThat(next().selection()).isEqualTo(new Selection(1, "weighted", "header"));
            }
            get(front, "/");
            assertThat(Objects.requireNonNull(next().selection()).scope()).isEqualTo("ip"); // no field, so the address
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCookieKeepsACallerAtItsUpstreamAndGoesNoFurther(Front.Kind kind) throws Exception {
        try (ScriptedOrigin first = ScriptedOrigin.answering(200, "first");
                ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(kind, split(first, second, "'stickyBy': 'cookie'"))) {
            WireMessage assigned = get(front, "/");
            String authority = assigned.text().equals("first") ? first.authority() : second.authority();
            assertThat(assigned.headers("Set-Cookie"))
                    .containsExactly("__jouska_upstream=" + authority + "; Path=/; HttpOnly; SameSite=Lax");
            next();
            ScriptedOrigin other = assigned.text().equals("first") ? second : first;
            WireMessage kept = get(front, "/", "Cookie: a=1; __jouska_upstream=" + other.authority() + "; b=2\r\n");
            assertThat(kept.text()).isNotEqualTo(assigned.text());
            assertThat(kept.header("Set-Cookie")).isNull();
            ProxyEvent event = next();
            assertThat(event.upstream()).isEqualTo(other.authority());
            assertThat(Objects.requireNonNull(event.selection()).reason()).isEqualTo("sticky");
            assertThat(other.awaitRequest(1).header("Cookie")).isEqualTo("a=1; b=2");
            WireMessage unlisted = get(front, "/", "Cookie: __jouska_upstream=127.0.0.1:1\r\n");
            assertThat(unlisted.text()).isEqualTo(assigned.text());
            assertThat(unlisted.header("Set-Cookie")).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theOthersStandByForTheOneThatWasChosen(Front.Kind kind) throws Exception {
        ScriptedOrigin gone = ScriptedOrigin.answering(200, "gone");
        gone.close();
        try (ScriptedOrigin second = ScriptedOrigin.answering(200, "second");
                Front front = front(kind, split(gone, second, "'stickyBy': 'cookie'"))) {
            for (int i = 0; i < 3; i++) {
                WireMessage response = get(front, "/", "Cookie: __jouska_upstream=" + gone.authority() + "\r\n");
                assertThat(response.text()).isEqualTo("second");
                assertThat(next().attempts()).isEqualTo(2);
            }
            assertThat(get(front, "/", "Cookie: __jouska_upstream=" + gone.authority() + "\r\n")
                            .text())
                    .isEqualTo("second");
            ProxyEvent event = next();
            assertThat(event.attempts()).isEqualTo(1);
            assertThat(event.ejected()).containsExactly(gone.authority());
            assertThat(Objects.requireNonNull(event.selection()).index()).isZero(); // chosen all the same
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLocationOfWhoAnsweredIsMapped(Front.Kind kind) throws Exception {
        ScriptedOrigin gone = ScriptedOrigin.answering(200, "gone");
        gone.close();
        try (ScriptedOrigin second = ScriptedOrigin.replying((request, connection) ->
                        connection.respond(302, "", "Location: http://" + request.header("Host") + "/next"));
                Front front = front(kind, split(gone, second))) {
            assertThat(get(front, "/").header("Location")).isEqualTo("http://s/next");
            assertThat(next().redirectRewritten()).isTrue();
        }
    }
}
