package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The filter takes what a route claims and leaves the rest to the application behind it, untouched. */
class FilterTest {

    /** Says what it got. */
    private static final class Application extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            response.getOutputStream().print("application:" + request.getRequestURI() + ":" + body);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatNoRouteClaimsReachesTheApplication(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "upstream");
                Front front = Front.filter(
                        kind, "/app", Tables.settings(Tables.route("/api", origin.authority())), new Application());
                RawClient client = RawClient.to(front.port())) {
            client.send("POST /app/other HTTP/1.1\r\nHost: s\r\nContent-Length: 3\r\n\r\nabc");
            WireMessage passed = client.response();
            assertThat(passed.text()).isEqualTo("application:/app/other:abc");
            assertThat(passed.headers("X-Request-Id")).isEmpty();
            assertThat(passed.headers("Set-Cookie")).isEmpty();
            assertThat(client.get("/app/api/x", "s").response().text()).isEqualTo("upstream");
            assertThat(origin.awaitRequest(1).target()).isEqualTo("/api/x");
        }
    }

    /** The filter does not stand aside where its table is wrong: the application is not reached unguarded. */
    @ParameterizedTest
    @EnumSource
    void aBrokenTableLetsNothingThrough(Front.Kind kind) {
        for (String config : new String[] {"{", "{\"routes\": [{}]}", "file:/nowhere/routes.json"}) {
            assertThatThrownBy(() -> Front.filter(kind, "", Map.of("config", config), new Application())
                            .close())
                    .as(config)
                    .isInstanceOf(Exception.class);
        }
    }

    /** Sizes on all sides of where the way of delivery changes; on Tomcat the larger ones are dispatched again. */
    @ParameterizedTest
    @EnumSource
    void responsesOfEverySizeComeThroughTheFilter(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection.respond(
                        200, RelayTest.pattern(Integer.parseInt(request.target().substring(1)))));
                Front front = Front.filter(
                        kind, "", Tables.settings(Tables.route("/", origin.authority())), new Application());
                RawClient client = RawClient.to(front.port())) {
            for (int size : new int[] {0, 10_000, 50_000, 500_000}) {
                assertThat(client.get("/" + size, "s").response().text()).isEqualTo(RelayTest.pattern(size));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void hostsThatAreNotServedAreMisdirected(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "upstream")) {
            Map<String, String> settings = new HashMap<>(Tables.settings(Tables.route("/api", origin.authority())));
            settings.put("hosts", "www.site.test *.site.example");
            settings.put("unmatched", "410");
            try (Front front = Front.filter(kind, "", settings, new Application());
                    RawClient client = RawClient.to(front.port())) {
                assertThat(client.get("/api", "www.site.test:1").response().status())
                        .isEqualTo(200);
                assertThat(client.get("/api", "a.site.example").response().status())
                        .isEqualTo(200);
                assertThat(client.get("/api", "site.example").response().status())
                        .isEqualTo(421);
                assertThat(client.get("/other", "www.site.test").response().status())
                        .isEqualTo(410);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theServletAnswersWhatNoRouteClaimsItself(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "upstream");
                Front front = Front.servlet(kind, "", Tables.settings(Tables.route("/api", origin.authority())));
                RawClient client = RawClient.to(front.port())) {
            WireMessage response = client.get("/other", "s").response();
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.text()).isEqualTo("{\"error\":\"not_found\"}");
            assertThat(response.header("Content-Type")).isEqualTo("application/json");
        }
    }
}
