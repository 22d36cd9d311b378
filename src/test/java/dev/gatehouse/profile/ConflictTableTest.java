package dev.gatehouse.profile;

import static dev.gatehouse.config.model.Profile.APEX;
import static dev.gatehouse.config.model.Profile.JOUSKA;
import static dev.gatehouse.config.model.Profile.KISUM;
import static dev.gatehouse.config.model.Profile.MESSAGEWEAVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.config.load.Loading;
import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.config.profile.Profiles;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.LocalRedis;
import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.TlsKeys;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of the catalogue's table of conflicts: where the four systems differ, each goes on as it always did. */
@SuppressWarnings("try") // fronts and origins that only have to be there
class ConflictTableTest extends KisumFlow {

    private static final String FAR = "Origin: https://app.example";

    /** What became of a request, and what its origin was sent. */
    private record Seen(WireMessage answer, List<WireMessage> sent) {}

    /** Lets one origin of {@code profile} answer a request in that way; it is well and ready. */
    private Seen seen(Profile profile, ScriptedOrigin.Reply reply, String startLine, String... lines) throws Exception {
        return seen(profile, "", reply, startLine, lines);
    }

    /** The same; {@code fields} go into the route of jouska. */
    private Seen seen(Profile profile, String fields, ScriptedOrigin.Reply reply, String startLine, String... lines)
            throws Exception {
        ScriptedOrigin.Reply all = (request, connection) -> replyOrWell(request, connection, reply);
        boolean tls = profile == MESSAGEWEAVE || profile == APEX;
        try (ScriptedOrigin origin = tls ? replying(all) : ScriptedOrigin.replying(all);
                Front front = only(profile, origin, fields)) {
            WireMessage answer = asked(front, profile == APEX ? HOST : API, startLine, lines);
            return new Seen(
                    answer,
                    origin.requests().stream()
                            .filter(request -> !isProbe(request))
                            .toList());
        }
    }

    private static boolean isProbe(WireMessage request) {
        return request.target().equals("/health") || request.target().equals("/.well-known/apex-ready");
    }

    private static void replyOrWell(WireMessage request, OriginConnection connection, ScriptedOrigin.Reply reply)
            throws IOException {
        if (request.target().equals("/.well-known/apex-ready")) {
            connection.respond(204, "");
        } else {
            (isProbe(request) ? ProbedOrigin.WELL : reply).to(request, connection);
        }
    }

    private Front only(Profile profile, ScriptedOrigin origin, String fields) throws Exception {
        return switch (profile) {
            case JOUSKA ->
                jouska(Front.Kind.JETTY, FIRST, route("\"upstream\": \"" + origin.authority() + "\"" + fields));
            case MESSAGEWEAVE -> front(Front.Kind.JETTY, "messageweave", FIRST, backends(List.of(origin)));
            case APEX -> apex(Front.Kind.JETTY, apexTable(apexVariables(), origin.port()));
            case KISUM -> kisum(Front.Kind.JETTY, listed(origin.authority()));
        };
    }

    private static String route(String fields) {
        return "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"scheme\": \"http\", \"allowPrivateUpstream\": true, "
                + fields + "}]}";
    }

    private static String listed(String authority) {
        return "[{\"name\": \"a\", \"baseUrl\": \"http://" + authority + "\"}]";
    }

    private static ScriptedOrigin.Reply ok() {
        return ProbedOrigin.answer(200, "yes");
    }

    /** Whose answer a request gets whose first origin fails. */
    private String whose(Profile profile, Fault fault, String method) throws Exception {
        try (FaultStage stage = FaultStage.open(this, profile, fault)) {
            return FaultStage.whose(stage.faultily(method, method.equals("POST") ? "a body" : ""));
        }
    }

    /** Whose answer the next request gets after one whose first origin failed. */
    private String whoseNext(Profile profile, Fault fault, String method) throws Exception {
        try (FaultStage stage = FaultStage.open(this, profile, fault)) {
            stage.faultily(method, "");
            return FaultStage.whose(stage.soundly());
        }
    }

    // CONFLICT-01

    @Test
    void whatMovesToTheNextOrigin() throws Exception {
        assertThat(whose(JOUSKA, Fault.INTERNAL_ERROR, "GET")).isEqualTo("first");
        assertThat(whose(KISUM, Fault.INTERNAL_ERROR, "GET")).isEqualTo("second");
        assertThat(whose(KISUM, Fault.INTERNAL_ERROR, "POST")).isEqualTo("first");
        assertThat(whose(MESSAGEWEAVE, Fault.INTERNAL_ERROR, "POST")).isEqualTo("second");
        assertThat(whose(APEX, Fault.RESET, "GET")).isEqualTo("own");
    }

    // CONFLICT-02

    @Test
    void theRequestBodyOnASecondAttempt() throws Exception {
        assertThat(whose(JOUSKA, Fault.RESET, "POST")).isEqualTo("own");
        assertThat(whose(APEX, Fault.RESET, "POST")).isEqualTo("own");
        try (FaultStage stage = FaultStage.open(this, KISUM, Fault.RESET)) {
            assertThat(FaultStage.whose(stage.faultily("POST", "a body"))).isEqualTo("second");
            stage.isSeen(2, true, "a body");
        }
        assertThat(whose(MESSAGEWEAVE, Fault.RESET, "POST")).isEqualTo("second");
    }

    // CONFLICT-03

    private static ScriptedOrigin.Reply redirecting(String scheme) {
        return (request, connection) -> {
            if (request.target().equals("/there")) {
                connection.respond(200, "found");
            } else {
                connection.respond(302, "", "Location: " + scheme + "://" + request.header("Host") + "/there");
            }
        };
    }

    @Test
    void upstreamRedirects() throws Exception {
        WireMessage rewritten =
                seen(JOUSKA, redirecting("http"), "GET /api/config").answer();
        assertThat(rewritten.status()).isEqualTo(302);
        assertThat(rewritten.header("Location")).doesNotContain("127.0.0.1").endsWith("/there");
        WireMessage followed =
                seen(MESSAGEWEAVE, redirecting("https"), "GET /api/config").answer();
        assertThat(followed.text()).isEqualTo("found");
        WireMessage relayed =
                seen(KISUM, redirecting("http"), "GET /api/config").answer();
        assertThat(relayed.status()).isEqualTo(302);
        assertThat(relayed.header("Location")).startsWith("http://127.0.0.1:");
        WireMessage untouched =
                seen(APEX, redirecting("https"), "GET /api/config").answer();
        assertThat(untouched.header("Location")).startsWith("https://" + HOST);
    }

    // CONFLICT-04

    @Test
    void touchingHeadersAndBodies() throws Exception {
        ScriptedOrigin.Reply page = (request, connection) -> connection.respond(
                200,
                "<a href=\"http://" + request.header("Host") + "/x\">",
                "Content-Type: text/html",
                "ETag: \"1\"",
                "Set-Cookie: a=b; Domain=127.0.0.1");
        Seen rewritten = seen(JOUSKA, ", \"bodyRewrite\": {}", page, "GET /api/config", "Accept-Encoding: zstd");
        assertThat(rewritten.answer().text()).doesNotContain("127.0.0.1");
        assertThat(rewritten.answer().header("ETag")).isNull();
        assertThat(rewritten.answer().header("Set-Cookie")).doesNotContain("Domain");
        assertThat(String.valueOf(rewritten.sent().get(0).header("Accept-Encoding")))
                .doesNotContain("zstd");
        for (Profile profile : List.of(MESSAGEWEAVE, APEX, KISUM)) {
            Seen passed = seen(profile, page, "GET /api/config", "Accept-Encoding: zstd");
            assertThat(passed.answer().text())
                    .isEqualTo("<a href=\"http://" + passed.sent().get(0).header("Host") + "/x\">");
            assertThat(passed.answer().header("ETag")).isEqualTo("\"1\"");
            assertThat(passed.answer().header("Set-Cookie")).isEqualTo("a=b; Domain=127.0.0.1");
            assertThat(passed.sent().get(0).header("Accept-Encoding")).isEqualTo("zstd");
        }
    }

    // CONFLICT-05

    @Test
    void deadlines() throws Exception {
        assertThat(whose(APEX, Fault.SILENT, "GET")).isEqualTo("first"); // it may take its time
        assertThat(whose(KISUM, Fault.SILENT, "GET")).isEqualTo("second");
        String longer = "400000"; // milliseconds, above what a route of jouska may have
        assertThat(read(
                        MESSAGEWEAVE,
                        Map.of("BACKEND_ORIGINS_JSON", "[\"https://a.example\"]", "LB_WORKER_TIMEOUT_MS", longer)))
                .isInstanceOf(Profiles.Outcome.Ready.class);
        assertThat(RouteTables.parse(route("\"upstream\": \"a.example\", \"timeoutMs\": " + longer)))
                .isInstanceOf(Loading.Refused.class);
    }

    private static Profiles.Outcome read(Profile profile, Map<String, String> variables) {
        return Profiles.read(profile, variables::get, name -> Optional.of(TOKEN));
    }

    // CONFLICT-06

    @Test
    void theChoiceOfTheFirstOrigin() throws Exception {
        try (ScriptedOrigin one = ScriptedOrigin.answering(200, "one");
                ScriptedOrigin two = ScriptedOrigin.answering(200, "two");
                ScriptedOrigin safeOne = answering(200, "one");
                ScriptedOrigin safeTwo = answering(200, "two")) {
            String upstreams = "\"upstreams\": [\"" + one.authority() + "\", \"" + two.authority() + "\"]";
            String services = "[{\"name\": \"a\", \"baseUrl\": \"http://" + one.authority()
                    + "\"}, {\"name\": \"b\", \"baseUrl\": \"http://" + two.authority() + "\", \"weight\": 3}]";
            double highest = 0.99;
            try (Front declared = jouska(Front.Kind.JETTY, () -> highest, route(upstreams));
                    Front anyStart = front(
                            Front.Kind.JETTY, "messageweave", () -> highest, backends(List.of(safeOne, safeTwo)));
                    Front weighted = kisum(Front.Kind.JETTY, () -> 0.25, services)) {
                assertThat(get(declared, "/").text()).isEqualTo("one");
                assertThat(get(anyStart, "/").text()).isEqualTo("two");
                assertThat(get(weighted, "/").text()).isEqualTo("two");
            }
        }
        assertThat(whose(APEX, Fault.SLOW_BODY, "GET")).isEqualTo("first"); // the primary, for it is ready
    }

    // CONFLICT-07

    /** Nobody listens there. */
    private static final String DEAD = "127.0.0.1:1";

    private WireMessage failing(Profile profile) throws Exception {
        try (Front front = nowhere(profile)) {
            return asked(front, profile == APEX ? HOST : API, "GET /", FAR);
        }
    }

    private Front nowhere(Profile profile) throws Exception {
        return switch (profile) {
            case JOUSKA -> jouska(Front.Kind.JETTY, FIRST, route("\"upstreams\": [\"" + DEAD + "\"]"));
            case MESSAGEWEAVE ->
                front(
                        Front.Kind.JETTY,
                        "messageweave",
                        FIRST,
                        Map.of("BACKEND_ORIGINS_JSON", "[\"https://" + DEAD + "\"]"));
            case APEX -> apex(Front.Kind.JETTY, apexTable(apexVariables(), 1));
            case KISUM -> kisum(Front.Kind.JETTY, listed(DEAD));
        };
    }

    @Test
    void theAnswerWhenAllFail() throws Exception {
        assertThat(failing(JOUSKA).status()).isEqualTo(502);
        assertThat(failing(MESSAGEWEAVE).status()).isEqualTo(503);
        assertThat(failing(MESSAGEWEAVE).text()).isEqualTo("all backends failed: connection refused");
        assertThat(failing(APEX).status()).isEqualTo(503); // nobody is ready
        assertThat(whose(APEX, Fault.REFUSED, "GET")).isEqualTo("own"); // nobody was, after all
        assertThat(failing(KISUM).status()).isEqualTo(502);
    }

    // CONFLICT-08

    @Test
    void healthAndRouting() throws Exception {
        assertThat(whoseNext(JOUSKA, Fault.RESET, "GET")).isEqualTo("second");
        assertThat(whoseNext(KISUM, Fault.RESET, "GET")).isEqualTo("second");
        assertThat(whoseNext(MESSAGEWEAVE, Fault.RESET, "GET")).isEqualTo("first");
        assertThat(whoseNext(APEX, Fault.RESET, "GET")).isEqualTo("first");
    }

    // CONFLICT-09

    @Test
    void whatHealthyMeans() throws Exception {
        ScriptedOrigin.Reply notFound = ProbedOrigin.answer(404, "");
        try (ScriptedOrigin plain = ScriptedOrigin.replying(notFound);
                ScriptedOrigin safe = replying(notFound);
                Front kisum = kisum(Front.Kind.JETTY, listed(plain.authority()));
                Front weave = front(Front.Kind.JETTY, "messageweave", FIRST, backends(List.of(safe)));
                Front apex = apex(Front.Kind.JETTY, apexTable(apexVariables(), safe.port()))) {
            assertThat(checked(kisum).text()).contains("\"healthy\":false");
            assertThat(get(weave, "/healthz-worker").text()).contains("\"up\":true");
            assertThat(asked(apex, HOST, "GET /").status()).isEqualTo(503);
        }
    }

    // CONFLICT-10

    @Test
    void anUnmatchedRequest() throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "yes");
                ScriptedOrigin safe = answering(200, "yes");
                Front jouska = jouska(
                        Front.Kind.JETTY,
                        FIRST,
                        route("\"upstream\": \"" + origin.origin().authority() + "\"")
                                .replace("\"/\"", "\"/only\""));
                Front weave = front(Front.Kind.JETTY, "messageweave", FIRST, backends(List.of(safe)));
                Front apex = apex(Front.Kind.JETTY, apexTable(apexVariables(), safe.port()));
                Front single = kisum(Front.Kind.JETTY, listed(origin));
                Front several = kisum(Front.Kind.JETTY, "{\"ai\": " + listed(origin) + "}")) {
            assertThat(get(jouska, "/x").text()).contains("Jetty"); // the application's own page
            assertThat(get(weave, "/x").text()).isEqualTo("route not forwarded: /x");
            assertThat(asked(weave, API, "DELETE /").status()).isEqualTo(405);
            assertThat(asked(apex, "other.example.test", "GET /x").status()).isEqualTo(421);
            assertThat(get(single, "/x").text()).isEqualTo("yes");
            assertThat(get(several, "/x").text()).isEqualTo("{\"error\":\"not_found\"}");
        }
    }

    // CONFLICT-11

    private static int overHttp(Front front, String host) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.get("/", host).response().status();
        }
    }

    @Test
    void plainHttpAForeignHostAndAnOddPort() throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "yes");
                ScriptedOrigin safe = replying((request, connection) -> replyOrWell(request, connection, ok()));
                Front jouska = only(JOUSKA, origin.origin(), "");
                Front weave = only(MESSAGEWEAVE, safe, "");
                Front apex = only(APEX, safe, "");
                Front kisum = only(KISUM, origin.origin(), "")) {
            assertThat(List.of(
                            overHttp(jouska, HOST), overHttp(weave, HOST), overHttp(apex, HOST), overHttp(kisum, HOST)))
                    .isEqualTo(List.of(200, 308, 421, 200));
            for (String host : List.of("foreign.test", HOST + ":8443")) {
                assertThat(asked(jouska, host, "GET /").status()).isEqualTo(200);
                assertThat(asked(weave, host, "GET /").status()).isEqualTo(200);
                assertThat(asked(apex, host, "GET /").status()).isEqualTo(421);
                assertThat(asked(kisum, host, "GET /").status()).isEqualTo(200);
            }
        }
    }

    // CONFLICT-12

    @Test
    void aBrokenConfiguration() throws Exception {
        assertThatThrownBy(() -> front(Front.Kind.JETTY, "jouska", FIRST, Map.of("config", "{\"routes\": 1}")))
                .hasStackTraceContaining("routes");
        try (Front weave = front(Front.Kind.JETTY, "messageweave", FIRST, Map.of("BACKEND_ORIGINS_JSON", "{}"));
                Front apex = front(Front.Kind.JETTY, "apex", FIRST, Map.of("APEX_ZONE", "x"));
                Front kisum = kisum(Front.Kind.JETTY, "1")) {
            assertThat(get(weave, "/").status()).isEqualTo(503);
            assertThat(get(weave, "/").text()).isEqualTo("misconfigured backends");
            assertThat(get(apex, "/").status()).isEqualTo(503);
            assertThat(get(apex, "/").text()).isEmpty();
            assertThat(get(kisum, "/", FAR).status()).isEqualTo(500);
            assertThat(get(kisum, "/", FAR).header("Access-Control-Allow-Origin"))
                    .isNotNull();
        }
    }

    // CONFLICT-13

    @Test
    void theHostAndTheAddress() throws Exception {
        for (Profile profile : List.of(JOUSKA, MESSAGEWEAVE, KISUM)) {
            assertThat(seen(profile, ok(), "GET /").sent().get(0).header("Host"))
                    .as(profile.name())
                    .startsWith("127.0.0.1:");
        }
        assertThat(seen(APEX, ok(), "GET /").sent().get(0).header("Host"))
                .startsWith(HOST); // at 127.0.0.1 all the same
    }

    // CONFLICT-14

    @Test
    void forwardingHeaders() throws Exception {
        String chain = "198.51.100.1, 203.0.113.9";
        WireMessage jouska =
                seen(JOUSKA, ok(), "GET /", "X-Forwarded-For: " + chain).sent().get(0);
        assertThat(jouska.header("X-Forwarded-Host")).isEqualTo(API);
        assertThat(jouska.header("X-Forwarded-Proto")).isEqualTo("https");
        assertThat(jouska.header("X-Forwarded-For")).isEqualTo("203.0.113.9");
        assertThat(jouska.header("X-Load-Balancer")).isNull();
        for (Profile profile : List.of(MESSAGEWEAVE, APEX)) {
            WireMessage bare = seen(profile, ok(), "GET /", "X-Forwarded-For: " + chain)
                    .sent()
                    .get(0);
            assertThat(bare.header("X-Forwarded-Host")).isNull();
            assertThat(bare.header("X-Forwarded-For")).isEqualTo(chain); // as it came
            assertThat(bare.header("X-Load-Balancer")).isNull();
        }
        WireMessage kisum = seen(KISUM, ok(), "GET /").sent().get(0);
        assertThat(kisum.header("X-Forwarded-Host")).isEqualTo(API);
        assertThat(kisum.header("X-Forwarded-For")).isNull();
        assertThat(kisum.header("X-Load-Balancer")).isEqualTo("loadbalancer-kisum");
    }

    // CONFLICT-15

    @Test
    void addedResponseHeaders() throws Exception {
        ScriptedOrigin.Reply kept = ProbedOrigin.answer(200, "yes", "Cache-Control: max-age=60");
        WireMessage jouska = seen(JOUSKA, kept, "GET /").answer();
        assertThat(jouska.header("X-Request-Id")).isNotNull();
        assertThat(jouska.header("Cache-Control")).isEqualTo("max-age=60");
        WireMessage weave = seen(MESSAGEWEAVE, kept, "GET /").answer();
        assertThat(weave.header("x-lb-backend")).startsWith("https://127.0.0.1:");
        WireMessage apex = seen(APEX, kept, "GET /").answer();
        assertThat(apex.header("Cache-Control")).isEqualTo("no-store");
        assertThat(apex.header("x-lb-backend")).isNull();
        WireMessage kisum = seen(KISUM, kept, "GET /").answer();
        assertThat(kisum.header("X-Origin-Service")).isEqualTo("default");
        assertThat(kisum.header("X-Origin-Server")).isEqualTo("a");
        assertThat(kisum.header("Cache-Control")).isEqualTo("max-age=60");
    }

    // CONFLICT-16

    @Test
    void theRequestId() throws Exception {
        Seen jouska = seen(JOUSKA, ok(), "GET /");
        assertThat(jouska.sent().get(0).header("X-Request-Id"))
                .isNotNull()
                .isEqualTo(jouska.answer().header("X-Request-Id"));
        assertThat(failing(JOUSKA).header("X-Request-Id")).isNotNull();
        for (Profile profile : List.of(MESSAGEWEAVE, APEX, KISUM)) {
            Seen other = seen(profile, ok(), "GET /");
            assertThat(other.sent().get(0).header("X-Request-Id")).isNull();
            assertThat(other.answer().header("X-Request-Id")).isNull();
            assertThat(failing(profile).header("X-Request-Id")).isNull();
        }
    }

    // CONFLICT-17

    private static ServerSettings.AccessLog log(Profile profile) {
        Map<String, Object> settings = Map.of("profile", profile.name().toLowerCase(Locale.ROOT));
        ServerSettings.Outcome outcome = ServerSettings.read(settings::get);
        return ((ServerSettings.Outcome.Ready) outcome).settings().accessLog();
    }

    @Test
    void logs() {
        assertThat(log(MESSAGEWEAVE)).isEqualTo(ServerSettings.AccessLog.MINIMAL);
        assertThat(log(APEX)).isEqualTo(ServerSettings.AccessLog.NONE);
    }

    // CONFLICT-18

    @Test
    void webSockets() throws Exception {
        String[] handshake = {
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        };
        for (Profile profile : List.of(JOUSKA, APEX, KISUM)) {
            assertThat(seen(profile, ok(), "GET /", handshake).answer().status())
                    .as(profile.name())
                    .isEqualTo(501);
        }
        assertThat(seen(MESSAGEWEAVE, ok(), "GET /", handshake).answer().text()).isEqualTo("yes");
    }

    // CONFLICT-19

    @Test
    void theGrammarOfOrigins() {
        assertThat(RouteTables.parse("{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"10.0.0.1/base\"}]}"))
                .isInstanceOf(Loading.Refused.class); // private, and not allowed to be
        assertThat(RouteTables.parse(
                        "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"https://a.example\"}]}"))
                .isInstanceOf(Loading.Refused.class);
        assertThat(origin(MESSAGEWEAVE, "https://10.0.0.1")).isInstanceOf(Profiles.Outcome.Ready.class);
        assertThat(origin(MESSAGEWEAVE, "https://10.0.0.1/base")).isInstanceOf(Profiles.Outcome.Broken.class);
        assertThat(origin(MESSAGEWEAVE, "http://10.0.0.1")).isInstanceOf(Profiles.Outcome.Broken.class);
        assertThat(origin(KISUM, "http://10.0.0.1:81/base")).isInstanceOf(Profiles.Outcome.Ready.class);
        assertThat(origin(APEX, "https://c.example.test")).isInstanceOf(Profiles.Outcome.Broken.class);
        assertThat(origin(APEX, "c.example.test")).isInstanceOf(Profiles.Outcome.Ready.class);
    }

    private static Profiles.Outcome origin(Profile profile, String origin) {
        Map<String, String> apex = apexVariables();
        apex.put("APEX_ORIGIN_PRIMARY", origin);
        return switch (profile) {
            case MESSAGEWEAVE -> read(profile, Map.of("BACKEND_ORIGINS_JSON", "[\"" + origin + "\"]"));
            case KISUM -> read(profile, Map.of("SERVICES", "[{\"baseUrl\": \"" + origin + "\"}]"));
            case APEX -> read(profile, apex);
            case JOUSKA -> throw new IllegalArgumentException("has a table");
        };
    }

    // CONFLICT-20

    @Test
    void corsOnOwnAnswers() throws Exception {
        for (Profile profile : List.of(JOUSKA, MESSAGEWEAVE, APEX)) {
            assertThat(failing(profile).header("Access-Control-Allow-Origin"))
                    .as(profile.name())
                    .isNull();
        }
        assertThat(failing(KISUM).header("Access-Control-Allow-Origin")).isEqualTo("https://app.example");
    }

    // CONFLICT-21

    @Test
    void theResponseCache() {
        String gated = "\"pool\": {\"name\": \"p\", \"origins\": [{\"url\": \"https://a.example\", \"name\": \"a\"}],"
                + " \"readiness\": {\"path\": \"/r\", \"status\": 204, \"timeoutMs\": 100}}";
        String gate = "no cache beside a pool's readiness";
        assertThat(faultsBesideCache("\"upstream\": \"a.example\"")).doesNotContain(gate);
        assertThat(faultsBesideCache(gated)).contains(gate);
    }

    private static String faultsBesideCache(String target) {
        Loading loading = RouteTables.parse(
                "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"cache\": {\"ttlSeconds\": 5}, " + target + "}]}");
        return loading instanceof Loading.Refused refused ? refused.problems().toString() : "";
    }

    // CONFLICT-22

    @Test
    void failingOverAndMarkingDown() throws Exception {
        assertThat(whose(KISUM, Fault.INTERNAL_ERROR, "GET")).isEqualTo("second"); // fails over
        assertThat(whoseNext(KISUM, Fault.INTERNAL_ERROR, "GET")).isEqualTo("first"); // and marks nobody
        assertThat(whoseNext(KISUM, Fault.UNAVAILABLE, "GET")).isEqualTo("second");
        assertThat(whose(MESSAGEWEAVE, Fault.UNAVAILABLE, "GET")).isEqualTo("second");
        assertThat(whoseNext(MESSAGEWEAVE, Fault.UNAVAILABLE, "GET")).isEqualTo("first"); // nothing marks
        assertThat(whose(JOUSKA, Fault.RESET, "GET")).isEqualTo("second");
        assertThat(whoseNext(JOUSKA, Fault.RESET, "GET")).isEqualTo("second"); // one event is both
    }

    // CONFLICT-23

    @Test
    void theFormatOfErrors() throws Exception {
        assertThat(failing(JOUSKA).text()).matches("\\{\"error\":\"upstream_unreachable\",\"requestId\":\"[^\"]+\"}");
        assertThat(failing(MESSAGEWEAVE).header("Content-Type")).startsWith("text/plain");
        assertThat(failing(APEX).text()).isEmpty();
        assertThat(failing(KISUM).text()).isEqualTo("{\"error\":\"upstream_unreachable\"}");
    }

    // CONFLICT-24

    @Test
    void retriesAtTheSameOrigin() throws Exception {
        ScriptedOrigin.Reply reset = (request, connection) -> connection.reset();
        Seen retried = seen(JOUSKA, ", \"retries\": 2, \"retryBackoffMs\": 1", reset, "GET /");
        assertThat(retried.sent()).hasSize(3);
        for (Profile profile : List.of(MESSAGEWEAVE, APEX, KISUM)) {
            assertThat(seen(profile, reset, "GET /").sent()).as(profile.name()).hasSize(1);
        }
    }

    // CONFLICT-25

    @Test
    void reproducibilityOfTheChoice() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                ProbedOrigin b = ProbedOrigin.answering(200, "b")) {
            String split = route("\"trafficSplit\": [{\"upstream\": \""
                    + a.origin().authority() + "\", \"weight\": 1}, {\"upstream\": \""
                    + b.origin().authority() + "\", \"weight\": 1}]");
            try (Front one = jouska(Front.Kind.JETTY, () -> 0, split);
                    Front two = jouska(Front.Kind.TOMCAT, () -> 0.99, split)) {
                for (int i = 0; i < 20; i++) {
                    String caller = "X-Forwarded-For: 203.0.113." + i;
                    assertThat(get(one, "/", caller).text())
                            .isEqualTo(get(two, "/", caller).text());
                }
            }
            try (Front one = kisum(Front.Kind.JETTY, () -> 0, listed(a, b));
                    Front two = kisum(Front.Kind.TOMCAT, () -> 0.99, listed(a, b))) {
                assertThat(get(one, "/").text()).isEqualTo("a");
                assertThat(get(two, "/").text()).isEqualTo("b");
            }
        }
    }

    // CONFLICT-26

    @Test
    void theStatusPage() throws Exception {
        try (ProbedOrigin origin = ProbedOrigin.answering(200, "theirs");
                ScriptedOrigin safe = replying((request, connection) -> replyOrWell(request, connection, ok()));
                Front jouska = only(JOUSKA, origin.origin(), "");
                Front weave = only(MESSAGEWEAVE, safe, "");
                Front apex = only(APEX, safe, "");
                Front kisum = settled(Front.Kind.JETTY, origin)) {
            assertThat(get(weave, "/healthz-worker").status()).isEqualTo(200); // whoever asks
            assertThat(get(weave, "/healthz-worker").status()).isEqualTo(200);
            assertThat(safe.requests()).hasSize(1); // remembered
            assertThat(get(kisum, STATUS).status()).isEqualTo(401);
            int before = origin.probes().size();
            checked(kisum);
            checked(kisum);
            assertThat(origin.probes()).hasSize(before + 2); // asked anew
            for (String page : List.of(STATUS, "/healthz-worker")) { // are paths like any other
                assertThat(get(jouska, page).text()).isEqualTo("theirs");
                assertThat(asked(apex, HOST, "GET " + page).text()).isEqualTo("yes");
            }
        }
    }

    // CONFLICT-27

    @Test
    void theStateOfThePlatform(@TempDir Path folder) throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                ScriptedOrigin safe = answering(200, "yes");
                ScriptedOrigin quiet = ScriptedOrigin.answering(200, "yes");
                ProbedOrigin probed = ProbedOrigin.answering(200, "yes");
                Front weave = only(MESSAGEWEAVE, safe, "");
                Front apex = only(APEX, safe, "");
                Front jouska = only(JOUSKA, quiet, "")) {
            assertThat(threads()).doesNotContain("gatehouse-health");
            Files.writeString(folder.resolve("TRUST"), TlsKeys.PASSWORD);
            Files.writeString(folder.resolve("REDIS"), redis.url());
            try (Front kisum =
                    kisum(Front.Kind.JETTY, listed(probed), "secretsDir", folder.toString(), "redis", "REDIS")) {
                probed.origin().awaitRequest(1); // nobody had to ask for it
                assertThat(threads()).contains("gatehouse-health");
            }
            assertThat(safe.connections()).isZero();
            assertThat(quiet.connections()).isZero();
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
