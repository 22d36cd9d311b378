package dev.gatehouse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gatehouse explain}. */
class ExplainCommandTest {

    private static final String TABLE = """
            {"routes": [
              {"id": "shop", "match": {"host": "shop.example.com"}, "upstream": "shop.internal.example.com"},
              {"id": "beta", "match": {"path": "/api", "cookies": [{"name": "ring", "equals": "beta"}]},
               "upstream": "beta.example.com"},
              {"id": "writes", "match": {"path": "/api", "methods": ["POST"]}, "upstream": "w.example.com", "retries": 3},
              {"id": "api", "match": {"path": "/api"}, "upstream": "api.example.com:8443/v2", "stripPrefix": true,
               "retries": 2, "timeoutMs": 1500, "requestHeaders": {"set": {"x-tier": "gold"}, "remove": ["x-debug"]}},
              {"id": "gone", "match": {"path": "/old"}, "respond": {"redirect": {"to": "/new"}}},
              {"id": "late", "match": {"path": "/api"}, "upstream": "late.example.com"}]}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Shell shell = new Shell();
    private String file = "";

    @BeforeEach
    void table() throws Exception {
        file = Shell.file(folder, "routes.json", TABLE);
    }

    @Test
    void saysWhyEachRouteClaimsTheRequestOrNot() {
        assertThat(shell.run("explain", file, "GET", "https://example.com/api/a%2fb?x=1"))
                .isZero();

        assertThat(shell.out())
                .contains("    shop    is for host shop.example.com, not example.com")
                .contains("    beta    wants cookie ring to be \"beta\"")
                .contains("    writes  is for POST")
                .contains("  > api     claims it")
                .contains("    gone    is for paths under /old")
                .contains("    late    would claim it, but comes too late");
    }

    @Test
    void showsTheLiteralUpstreamRequest() {
        shell.run(
                "explain",
                file,
                "GET",
                "https://Example.com/api/a%2fb?x=1",
                "-H",
                "x-debug: 1",
                "-H",
                "Accept: */*",
                "--client",
                "203.0.113.9");

        assertThat(shell.out())
                .contains("    GET https://api.example.com:8443/v2/a%2fb?x=1")
                .contains("    Host: api.example.com:8443")
                .contains("    Accept: */*")
                .contains("    x-tier: gold")
                .contains("    X-Forwarded-Host: example.com")
                .contains("    X-Forwarded-Proto: https")
                .contains("    X-Forwarded-For: 203.0.113.9")
                .doesNotContain("x-debug");
    }

    @Test
    void namesDeadlinesAndRetriesInForce() {
        shell.run("explain", file, "GET", "/api");

        assertThat(shell.out())
                .contains("1500 ms for one attempt and 30 s for all")
                .contains("up to 2 where the upstream cannot be reached");
    }

    @Test
    void saysThatRetriesAreInertOnAPost() {
        shell.run("explain", file, "POST", "/api");

        assertThat(shell.out()).contains("> writes").contains("none: POST is sent once, whatever the route says");
    }

    @Test
    void showsWhatIsAnsweredWithoutAnUpstream() {
        shell.run("explain", file, "GET", "/old/page");

        assertThat(shell.out()).contains("Answered here", "status: 301", "location: /new");
    }

    @Test
    void showsARefusalAsTheClientWouldSeeIt() {
        shell.run("explain", file, "GET", "/api/..%2f..%2fadmin");

        assertThat(shell.out()).contains("Refused with 400 bad_path.");
    }

    @Test
    void saysWhereARequestGoesThatNobodyClaims() {
        shell.run("explain", file, "GET", "/elsewhere");

        assertThat(shell.out()).contains("No route claims it");
    }

    @Test
    void theSameIsThereAsJson() throws Exception {
        shell.run("explain", "--json", file, "GET", "/api/x", "-H", "cookie: ring=beta");

        JsonNode document = new ObjectMapper().readTree(shell.out());
        assertThat(document.get("result").asText()).isEqualTo("forwarded");
        assertThat(document.get("route").asText()).isEqualTo("beta");
        assertThat(document.at("/request/url").asText()).isEqualTo("https://beta.example.com/api/x");
        assertThat(document.at("/request/headers/0/0").asText()).isEqualTo("Host");
        assertThat(document.at("/routes/1/taken").asBoolean()).isTrue();
        assertThat(document.at("/deadlines/timeoutMs").asInt()).isEqualTo(10_000);
        assertThat(document.at("/retries/retries").asInt()).isZero();
    }

    @Test
    void whatIsNoUrlAndNoHeaderIsSaidSo() {
        assertThat(shell.run("explain", file, "GET", "ftp://example.com/")).isEqualTo(2);
        assertThat(shell.run("explain", file, "GET", "/api", "-H", "nonsense")).isEqualTo(2);
        assertThat(shell.run("explain", file, "GET", "/api", "--client", "nobody"))
                .isEqualTo(2);
        assertThat(shell.errors()).anySatisfy(line -> assertThat(line).contains("ftp://example.com/"));
    }

    private static final String POOLS = """
            {"front": {"https": "redirect", "hosts": ["example.com"], "reserved": ["/secret"], "refuseUnmatched": true,
                       "status": {"path": "/status"}},
             "routes": [
              {"id": "drawn", "match": {"path": "/drawn"}, "pool": {"pick": "weightedRandom", "replayBytes": 100,
               "origins": [{"name": "a", "url": "https://a.example.com/base", "weight": 3}, {"url": "http://b.example.com"}],
               "failover": [{"methods": ["GET"], "on": ["timeout", "5xx"]}, {"methods": ["POST"], "on": [503]}],
               "deadlines": {"timeoutMs": 0}, "health": {}}},
              {"id": "even", "match": {"path": "/even", "exact": true}, "pool": {"pick": "randomStart",
               "origins": [{"url": "https://a.example.com"}, {"url": "https://b.example.com"}]}},
              {"id": "single", "match": {"path": "/single"}, "pool": {"pick": "randomStart", "maxAttempts": 1,
               "origins": [{"url": "https://a.example.com"}, {"url": "https://b.example.com"}]}},
              {"id": "gated", "match": {"path": "/gated"}, "pool": {
               "origins": [{"name": "one", "url": "https://sso.example.com", "connectTo": "one.example.com"},
                           {"name": "two", "url": "https://sso.example.com", "connectTo": "two.example.com"}],
               "readiness": {"path": "/ready"}}}]}
            """;

    private String explained(String method, String url, String... more) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("explain", Shell.file(folder, "pools.json", POOLS), method, url));
        command.addAll(List.of(more));
        Shell own = new Shell();
        assertThat(own.run(command.toArray(String[]::new))).isZero();
        return own.out();
    }

    @Test
    void aDrawIsShownAsOneOfSeveralAndNeverAsCertain() throws Exception {
        assertThat(explained("GET", "https://example.com/drawn/x?q=1"))
                .contains("Sent upstream, if a is drawn", "    GET https://a.example.com/base/drawn/x?q=1")
                .contains("Asked first is one of, by weight, drawn for each request anew")
                .contains(
                        "    a  https://a.example.com/base  3 of 4", "    b.example.com  http://b.example.com  1 of 4")
                .contains("knows to be dead come last")
                .doesNotContain("Standing by");
    }

    @Test
    void anEvenDrawSaysSoAndAFixedOrderIsNone() throws Exception {
        assertThat(explained("GET", "https://example.com/even"))
                .contains("if a.example.com is drawn", "one of, each as likely");
        assertThat(explained("GET", "https://example.com/single"))
                .contains("Origins, in the order in which they are asked", "never: it is sent once")
                .doesNotContain("is drawn");
    }

    @Test
    void whatMovesARequestOnDependsOnItsMethodAndBody() throws Exception {
        assertThat(explained("GET", "https://example.com/drawn")).contains("    on timeout, 5xx; 2 attempts at most");
        assertThat(explained("POST", "https://example.com/drawn", "-H", "content-length: 5"))
                .contains("    on 503; 2 attempts at most; while its body fits into 100 bytes");
        assertThat(explained("PUT", "https://example.com/drawn")).contains("    never: it is sent once");
        assertThat(explained("GET", "https://example.com/even"))
                .contains("on timeout, unreachable; 2 attempts at most");
        assertThat(explained("POST", "https://example.com/even")).contains("    never: it is sent once");
    }

    @Test
    void aGateIsSaidToAskBefore() throws Exception {
        assertThat(explained("GET", "https://example.com/gated"))
                .contains("Sent upstream, if one is the first to say that it is ready")
                .contains("until one answers 204 within 2 s")
                .contains("    one  GET https://sso.example.com/ready at one.example.com")
                .contains("    two  GET https://sso.example.com/ready at two.example.com")
                .contains("503 not_ready");
    }

    @Test
    void thePoolsOwnDeadlinesAreShownAndNoneIsAnyTime() throws Exception {
        assertThat(explained("GET", "https://example.com/drawn"))
                .contains("any time for one attempt and any time for all", "60 s of silence");
        JsonNode document = new ObjectMapper().readTree(explained("GET", "https://example.com/drawn", "--json"));
        assertThat(document.at("/deadlines/timeoutMs").asInt(-1)).isZero();
        assertThat(document.at("/pool/chosen").asText()).isEqualTo("byChance");
        assertThat(document.at("/pool/origins/0/share").asDouble()).isEqualTo(0.75);
        assertThat(document.at("/pool/attempts").asInt()).isEqualTo(2);
        assertThat(document.at("/pool/on/1").asText()).isEqualTo("5xx");
    }

    @Test
    void whatHoldsInFrontOfAllRoutesIsSaidFirst() throws Exception {
        assertThat(explained("GET", "http://example.com/even?x=1"))
                .contains("In front of all routes: 308 to https://example.com/even?x=1.")
                .doesNotContain("claims it");
        assertThat(explained("GET", "https://other.example.com/even")).contains("421 misdirected_request.");
        assertThat(explained("GET", "https://example.com/%73ecret/x")).contains("404 not_found.");
        assertThat(explained("GET", "https://example.com/status")).contains("the status page.");
        assertThat(explained("GET", "https://example.com/even/x"))
                .contains("is for the path /even", "No route claims it: it is answered 404.");
        JsonNode document = new ObjectMapper().readTree(explained("GET", "http://example.com/even", "--json"));
        assertThat(document.get("location").asText()).isEqualTo("https://example.com/even");
    }

    @Test
    void theTableOfAProfileIsExplainedLikeAnyOther() throws Exception {
        String variables =
                Shell.file(folder, "k.properties", "SERVICES={\"ai\": [{\"baseUrl\": \"https://a.example.com\"}]}");

        assertThat(shell.run("explain", "--profile", "kisum", "--vars", variables, "GET", "/ai/chat"))
                .isZero();
        assertThat(shell.out())
                .contains("> ai", "GET https://a.example.com/chat", "x-load-balancer: loadbalancer-kisum");
        assertThat(shell.out()).as("one origin").doesNotContain("is drawn");
        assertThat(shell.run("explain", "--profile", "kisum", "--vars", variables, file, "GET", "/ai/chat"))
                .isEqualTo(2);
        assertThat(shell.run("explain", "GET", "/ai/chat")).isEqualTo(2);
    }
}
