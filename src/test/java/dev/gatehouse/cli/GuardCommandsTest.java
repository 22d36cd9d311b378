package dev.gatehouse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gatehouse sign-link} and {@code gatehouse hash-key}, and what {@code explain} says of guards. */
class GuardCommandsTest {

    private static final String SIGNATURE = "_0VyWmJRYeKpEJAUDm516nKxuTRlY7ynczA58vqggGI";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Shell shell = new Shell();

    private int sign(String... args) throws Exception {
        Shell.file(folder, "LINKS", "s3cret\n");
        String[] all = new String[args.length + 3];
        all[0] = "sign-link";
        all[1] = "--secrets-dir";
        all[2] = folder.toString();
        System.arraycopy(args, 0, all, 3, args.length);
        return shell.run(all);
    }

    @Test
    void aLinkIsSignedOverItsPathAsTheVisitorSeesIt() throws Exception {
        assertThat(sign("LINKS", "https://site.test/dl/report.pdf?page=2#top", "--expires", "1767225600"))
                .isZero();
        assertThat(shell.out().strip())
                .isEqualTo("https://site.test/dl/report.pdf?page=2&exp=1767225600&sig=" + SIGNATURE + "#top");
    }

    @Test
    void aPathAloneWillDo() throws Exception {
        sign("LINKS", "/dl/report.pdf", "--expires", "1767225600", "--param", "s", "--expires-param", "e");
        assertThat(shell.out().strip()).isEqualTo("/dl/report.pdf?e=1767225600&s=" + SIGNATURE);
    }

    @Test
    void aLinkIsValidForAnHourWhereNothingIsSaid() throws Exception {
        long before = Instant.now().getEpochSecond();
        sign("LINKS", "/x");
        Matcher expiry = Pattern.compile("exp=(\\d+)").matcher(shell.out());
        assertThat(expiry.find()).isTrue();
        assertThat(Long.parseLong(expiry.group(1))).isBetween(before + 3600, before + 3660);
    }

    @Test
    void keyMethodAndAddressCanBePartOfIt() throws Exception {
        sign("LINKS", "/x", "--expires", "1", "--key", "k1", "--bind-method", "put", "--bind-ip", "::ffff:192.0.2.1");
        assertThat(shell.out()).startsWith("/x?kid=k1&exp=1&sig=");
    }

    @Test
    void whatCannotBeSignedIsRefusedInWords() throws Exception {
        assertThat(sign("NOTHING", "/x")).isNotZero();
        assertThat(sign("LINKS", "report.pdf")).isNotZero();
        assertThat(sign("LINKS", "/x", "--bind-ip", "here")).isNotZero();
        assertThat(sign("LINKS", "/x", "--expires", "1", "--valid-for", "1")).isNotZero();
        assertThat(String.join("\n", shell.errors()))
                .contains("no secret is called NOTHING")
                .contains("\"report.pdf\" (expected: a whole URL with a path, or a path that begins with /)")
                .contains("\"here\" (expected: an IP address)")
                .contains("--expires and --valid-for exclude each other")
                .doesNotContain("s3cret");
    }

    @Test
    void theDigestOfAKeyDoesNotCoverTheLineBreakAfterIt() {
        for (String typed : new String[] {"abc", "abc\n", "abc\r\n"}) {
            Shell each = new Shell();
            assertThat(typing(typed, () -> each.run("hash-key"))).isZero();
            assertThat(each.out().strip())
                    .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        }
    }

    @Test
    void aNewKeyIsShownOnceWithItsDigest() {
        shell.run("hash-key", "--new");
        Matcher shown =
                Pattern.compile("key: +(\\S{44})\\Rdigest: ([0-9a-f]{64})\\R").matcher(shell.out());
        assertThat(shown.matches()).isTrue();
        Shell again = new Shell();
        typing(shown.group(1), () -> again.run("hash-key"));
        assertThat(again.out().strip()).isEqualTo(shown.group(2));
    }

    @Test
    void anEmptyOrOverlongKeyIsRefused() {
        assertThat(typing("", () -> shell.run("hash-key"))).isNotZero();
        assertThat(typing("k".repeat(513), () -> shell.run("hash-key"))).isNotZero();
        assertThat(typing("k".repeat(512), () -> shell.run("hash-key"))).isZero();
    }

    private static int typing(String text, java.util.function.IntSupplier command) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        try {
            return command.getAsInt();
        } finally {
            System.setIn(before);
        }
    }

    private static final String TABLE = """
            {"routes": [{"match": {"path": "/"}, "upstream": "up.example.com", "cors": {},
              "requestPolicy": {"allowedMethods": ["GET", "PUT"]}, "ip": {"deny": ["192.0.2.0/24"]},
              "forwardAuth": {"url": "https://auth.example.com/"}}]}
            """;

    @Test
    void explainSaysWhatEachGuardMakesOfTheRequest() throws Exception {
        String file = Shell.file(folder, "routes.json", TABLE);
        shell.run("explain", file, "GET", "https://example.com/");
        assertThat(shell.out())
                .contains("    method  lets it pass")
                .contains("    ip  lets it pass")
                .contains("    forward_auth  is asked by the running proxy only")
                .contains("Sent upstream");
    }

    @Test
    void explainEndsAtTheGuardThatRefuses() throws Exception {
        String file = Shell.file(folder, "routes.json", TABLE);
        shell.run("explain", file, "GET", "https://example.com/", "--client", "192.0.2.7");
        assertThat(shell.out())
                .contains("    ip  refuses: 403 ip_forbidden")
                .contains("Refused with 403 ip_forbidden.")
                .doesNotContain("forward_auth")
                .doesNotContain("Sent upstream");
        Shell json = new Shell();
        json.run("explain", "--json", file, "DELETE", "https://example.com/");
        assertThat(json.out().replaceAll("\\s", ""))
                .contains(
                        "\"guards\":[{\"guard\":\"method\",\"verdict\":\"refused\",\"status\":405,\"error\":\"method_not_allowed\"}]");
    }

    @Test
    void explainKnowsAPreflight() throws Exception {
        String file = Shell.file(folder, "routes.json", TABLE);
        shell.run("explain", file, "OPTIONS", "https://example.com/", "-H", "Origin: https://app.example.com");
        assertThat(shell.out()).contains("A preflight, answered here with 204");
    }

    @Test
    void explainTakesTheCallersCountry() throws Exception {
        String file = "conf/guards/countries.json";
        shell.run("explain", file, "GET", "https://shop.example.com/");
        assertThat(shell.out()).contains("    geo  refuses: 403 geo_forbidden");
        Shell known = new Shell();
        known.run("explain", file, "GET", "https://shop.example.com/", "--country", "AT");
        assertThat(known.out()).contains("    geo  lets it pass").contains("Sent upstream");
    }
}
