package dev.gatehouse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
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
}
