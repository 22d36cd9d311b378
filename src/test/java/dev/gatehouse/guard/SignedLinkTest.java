package dev.gatehouse.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.SignedLink.Bound;
import dev.gatehouse.testkit.GivenRequest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A link proves that it was issued and has not expired. */
class SignedLinkTest {

    private static final String SECRET = "s3cret";
    private static final String PATH = "/dl/report.pdf";
    private static final long EXPIRES = 1_767_225_600L; // 2026-01-01T00:00:00Z, where the clock stands
    private static final String SIGNATURE = "_0VyWmJRYeKpEJAUDm516nKxuTRlY7ynczA58vqggGI";
    private static final String LINK = "https://site.test" + PATH + "?sig=" + SIGNATURE + "&exp=" + EXPIRES;

    private final Judged route =
            Judged.by("'signedLink': {'secretBinding': 'LINKS'}").secret("LINKS", SECRET);

    private void refused(Judged by, String url) {
        by.refuses(GivenRequest.get(url), 403, Reason.SIGNED_LINK, "signed_link_invalid");
    }

    @ParameterizedTest
    @CsvSource({
        "s3cret, /dl/report.pdf, 1767225600, _0VyWmJRYeKpEJAUDm516nKxuTRlY7ynczA58vqggGI",
        "s3cret, /dl/a%20b.txt, 1767225600, PDYy20zRZ2O4cQ7GFvROCUkoXp7yyFJA8l13wxwB4EQ",
        "s3cret, /, 1, i5QNTWSFX3Ov65nZd5CmRAE-CN9FpINmkWw3k8i9NcI",
        "topsecret-key, /files/%E6%97%A5%E6%9C%AC, 4102444800, 4VmqjMIwDknbbg3NslJr9Qw68jaSF0OiKxaP_XVnyOU"
    })
    void theSignatureIsTheOneThatOtherToolsMake(String secret, String path, long expires, String signature) {
        assertThat(LinkSignature.text(secret, path, expires, Map.of())).isEqualTo(signature);
    }

    @Test
    void aSignedLinkPassesWhateverElseItsQueryHolds() {
        route.passes(LINK);
        route.passes("https://site.test" + PATH + "?page=2&exp=" + EXPIRES + "&sig=" + SIGNATURE + "&page=3");
    }

    @Test
    void aLinkIsValidUpToSixtySecondsAfterItsExpiry() {
        route.clock.advance(Duration.ofSeconds(60));
        route.passes(LINK);
        route.clock.advance(Duration.ofMillis(1));
        refused(route, LINK);
    }

    @Test
    void anotherPathIsNotSigned() {
        refused(route, LINK.replace("report", "Report"));
        refused(route, LINK.replace("report", "%72eport")); // another spelling is another text
        refused(route, LINK.replace(PATH, PATH + "/"));
    }

    @Test
    void thePathIsTakenAsItWasSent() {
        String signature = LinkSignature.text(SECRET, "/dl/a%20b.txt", EXPIRES, Map.of());
        route.passes("https://site.test/dl/a%20b.txt?sig=" + signature + "&exp=" + EXPIRES);
        refused(route, "https://site.test/dl/a+b.txt?sig=" + signature + "&exp=" + EXPIRES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // nothing at all
                "?sig=" + SIGNATURE,
                "?exp=1767225600",
                "?sig=&exp=1767225600",
                "?sig=" + SIGNATURE + "&exp=",
                "?sig=" + SIGNATURE + "&exp=1767225601",
                "?sig=" + SIGNATURE + "&exp=01767225600",
                "?sig=" + SIGNATURE + "&exp=%2B1767225600",
                "?sig=" + SIGNATURE + "&exp=-1",
                "?sig=" + SIGNATURE + "&exp=1767225600.0",
                "?sig=" + SIGNATURE + "&exp=17672256000000",
                "?sig=" + SIGNATURE + "&exp=\u0661",
                "?sig=A0VyWmJRYeKpEJAUDm516nKxuTRlY7ynczA58vqggGI&exp=1767225600",
                "?sig=" + SIGNATURE + "AA&exp=1767225600",
                "?sig=_0Vy&exp=1767225600",
                "?sig=!!!!&exp=1767225600",
                "?SIG=" + SIGNATURE + "&EXP=1767225600",
                "?sig=" + SIGNATURE + "&sig=" + SIGNATURE + "&exp=1767225600",
                "?sig=" + SIGNATURE + "&exp=1767225600&exp=1767225600",
                "?sig=" + SIGNATURE + "&exp=1767225600&%65xp=1"
            })
    void whatIsMissingMalformedWrongOrRepeatedIsRefused(String query) {
        refused(route, "https://site.test" + PATH + query);
    }

    @Test
    void encodersThatPadOrUseTheOtherAlphabetAreUnderstood() {
        route.passes(LINK.replace("&exp", "%3D&exp"));
        route.passes(LINK.replace("_0Vy", "%2F0Vy"));
    }

    @Test
    void theParametersCanHaveOtherNames() {
        Judged named = Judged.by("'signedLink': {'secretBinding': 'LINKS', 'param': 's', 'expiresParam': 'e'}")
                .secret("LINKS", SECRET);
        named.passes("https://site.test" + PATH + "?s=" + SIGNATURE + "&e=" + EXPIRES);
        refused(named, LINK);
        assertThat(Judged.faults("'signedLink': {'secretBinding': 'A', 'param': 'x', 'expiresParam': 'x'}"))
                .contains("routes[0].signedLink");
    }

    @Test
    void aSecretThatIsNotThereRefusesEveryLinkAndIsReported() {
        Judged without = Judged.by("'signedLink': {'secretBinding': 'LINKS'}");
        without.refuses(GivenRequest.get(LINK), 500, Reason.SIGNED_LINK, "signed_link_misconfigured");
        assertThat(without.chain().missing()).containsExactly("signedLink: no secret is called LINKS");
        without.secret("LINKS", "")
                .refuses(GivenRequest.get(LINK), 500, Reason.SIGNED_LINK, "signed_link_misconfigured");
    }

    // Several keys

    private static final String KEYED = "'signedLink': {'secretBinding': 'OLD', 'keys': {'k1': 'ONE', 'k2': 'TWO'}}";

    private static String signedWith(String secret, String more) {
        return "https://site.test" + PATH + "?sig=" + LinkSignature.text(secret, PATH, EXPIRES, Map.of()) + "&exp="
                + EXPIRES + more;
    }

    @Test
    void eachKeyVerifiesItsOwnLinksOnly() {
        Judged keyed = Judged.by(KEYED).secret("OLD", "o").secret("ONE", "1").secret("TWO", "2");
        keyed.passes(signedWith("o", ""));
        keyed.passes(signedWith("1", "&kid=k1"));
        keyed.passes(signedWith("2", "&kid=k2"));
        refused(keyed, signedWith("1", ""));
        refused(keyed, signedWith("1", "&kid=k2"));
        refused(keyed, signedWith("o", "&kid="));
        refused(keyed, signedWith("1", "&kid=k3"));
        refused(keyed, signedWith("o", "&kid=k1&kid=k2"));
        refused(keyed, signedWith("1", "&kid=k1&kid=k1"));
    }

    @Test
    void aLinkMustNameItsKeyWhereThereIsNoOther() {
        Judged keyed = Judged.by("'signedLink': {'keys': {'k1': 'ONE'}, 'keyParam': 'key'}")
                .secret("ONE", "1");
        keyed.passes(signedWith("1", "&key=k1"));
        refused(keyed, signedWith("1", ""));
    }

    @Test
    void oneMissingKeyRefusesAllLinks() {
        Judged.by(KEYED)
                .secret("OLD", "o")
                .secret("ONE", "1")
                .refuses(GivenRequest.get(signedWith("o", "")), 500, Reason.SIGNED_LINK, "signed_link_misconfigured");
    }

    @Test
    void aBlockWithoutAnySecretIsRefusedAtParseTime() {
        assertThat(Judged.faults("'signedLink': {}")).contains("routes[0].signedLink.secretBinding");
        assertThat(Judged.faults("'signedLink': {'keys': {}}")).contains("routes[0].signedLink.keys");
        assertThat(Judged.faults("'signedLink': {'keys': {'a': 'A'}, 'keyParam': 'exp'}"))
                .contains("routes[0].signedLink");
        assertThat(Judged.faults("'signedLink': {'secretBinding': 'A', 'bind': ['host']}"))
                .contains("routes[0].signedLink.bind[0]");
    }

    // Bound to more

    @Test
    void aLinkBoundToMethodAndAddressHoldsForTheseOnly() {
        Judged bound = Judged.by("'signedLink': {'secretBinding': 'LINKS', 'bind': ['ip', 'method']}")
                .secret("LINKS", SECRET);
        String signature =
                LinkSignature.text(SECRET, PATH, EXPIRES, Map.of(Bound.METHOD, "PUT", Bound.IP, "192.0.2.1"));
        String url = "https://site.test" + PATH + "?sig=" + signature + "&exp=" + EXPIRES;
        bound.passes(GivenRequest.of("PUT", url));
        bound.from("::ffff:192.0.2.1").passes(GivenRequest.of("PUT", url));
        bound.refuses(GivenRequest.of("GET", url), 403, Reason.SIGNED_LINK, "signed_link_invalid");
        bound.from("192.0.2.2").refuses(GivenRequest.of("PUT", url), 403, Reason.SIGNED_LINK, "signed_link_invalid");
        bound.from(null).refuses(GivenRequest.of("PUT", url), 403, Reason.SIGNED_LINK, "signed_link_invalid");
        refused(bound.from("192.0.2.1"), LINK); // a link that is bound to nothing is none
    }
}
