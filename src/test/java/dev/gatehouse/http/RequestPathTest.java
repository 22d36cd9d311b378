package dev.gatehouse.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths in all their spellings. How routes are found by them is in {@code RouteTableTest}. */
class RequestPathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin",
                "/admin/",
                "/admin/x",
                "/%61dmin",
                "/%2561dmin",
                "/%252561dmin",
                "//admin",
                "///admin//x",
                "/admin;x",
                "/admin;x=1/y",
                ";/admin",
                "/;a/admin",
                "/%3b/admin",
                "/admin%3Bx",
                "/admin%2fx",
                "/admin%2Fx",
                "/admin%5cx",
                "\\admin",
                "/\\admin",
                "/admin\\x",
                "/./admin",
                "/x/../admin",
                "/%2e/admin",
                "/x/%2e%2e/admin",
                "/public/..%2fadmin",
                "/public%2f..%2fadmin",
                "/public/..;/admin",
                "/public/..;a=b/admin",
                "/public/.%2e/admin",
                "/public/%252e%252e/admin",
                "/public/..%5cadmin",
                "/public\\..\\admin",
                "/public//../admin",
                "/admin%3fx",
                "/admin%23x",
                "/admin%3f/x",
                "/%c1%a1dmin",
                "/%e0%81%a1dmin",
                "/../admin",
                "/%2e%2e/admin",
                "/%%361dmin",
                "/admin/..%2fpublic",
                "/admin/../public",
                "/%2f%2fadmin",
                "/%2fadmin"
            })
    void anySpellingOfAPathIsUnderThePrefix(String raw) {
        String path = raw.startsWith(";") ? "/" + raw : raw.startsWith("\\") ? "/" + raw : raw;

        assertThat(RequestPath.of(path).isUnder(prefix("/admin"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/adminx",
                "/admi",
                "/Admin",
                "/x/admin",
                "/admin%61",
                "/%2561dmi",
                "/admin.",
                "/%zzadmin",
                "/a%2",
                "/admin%20",
                "*",
                "/public/x",
                "/public/...%2fadmin"
            })
    void otherPathsAreNot(String raw) {
        assertThat(RequestPath.of(raw).isUnder(prefix("/admin"))).isFalse();
    }

    @Test
    void aPathWithOneSpellingIsPlain() {
        for (String raw : new String[] {"/", "/a/b.c/..d/...e/.well-known/x~y@z", "/a/", "*", "/a.b/c+d&e=f,g"}) {
            assertThat(RequestPath.of(raw).isPlain()).as(raw).isTrue();
            assertThat(RequestPath.of(raw).spellings()).containsExactly(raw);
        }
    }

    @Test
    void aPlainPathMeansThatNoReadingChangesIt() {
        for (String raw :
                new String[] {"/a/b", "/.a", "/a..", "/..b/", "/a.", "//", "/.", "/..", "/a/.", "/a;", "/a%20b"}) {
            RequestPath path = RequestPath.of(raw);
            assertThat(path.isPlain()).as(raw).isEqualTo(Spellings.of(raw).all().size() == 1);
        }
    }

    @Test
    void theRawPathIsTheFirstSpellingAndNeverChanges() {
        RequestPath path = RequestPath.of("/a%2Fb;c/..//D");

        assertThat(path.raw()).isEqualTo("/a%2Fb;c/..//D");
        assertThat(path.spellings()).startsWith("/a%2Fb;c/..//D").contains("/a/b;c/..//D", "/a/D", "/D");
        assertThat(path.spellings()).doesNotHaveDuplicates();
    }

    @Test
    void escapesBeyondAsciiAreReadAsUtf8() {
        PathPrefix written = prefix("/caf%C3%A9");

        assertThat(RequestPath.of("/caf%c3%a9/x").isUnder(written)).isTrue();
        assertThat(RequestPath.of("/caf%c3%a9/x").isUnder(prefix("/café"))).isTrue();
        assertThat(RequestPath.of("/caf%e9/x").isUnder(written)).isFalse();
        assertThat(RequestPath.of("/caf%c3/x").isUnder(written)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'', NOT_ABSOLUTE",
        "x, NOT_ABSOLUTE",
        "**, NOT_ABSOLUTE",
        "http://a/x, NOT_ABSOLUTE",
        "/a?b, ILLEGAL_CHARACTER",
        "/a#b, ILLEGAL_CHARACTER",
        "/a b, ILLEGAL_CHARACTER",
        "/é, ILLEGAL_CHARACTER",
        "/a%00, NUL",
        "/a%2500b, NUL",
        "/a%c0%80b, NUL",
        "/%00/admin, NUL"
    })
    void malformedPathsAreRefused(String raw, PathFault fault) {
        assertThat(RequestPath.of(raw).fault()).isEqualTo(fault);
        assertThat(RequestPath.of(raw).isSafe()).isFalse();
    }

    @Test
    void rawControlCharactersAreRefused() {
        for (char c : new char[] {0, 1, '\t', '\n', '\r', 0x1f, 0x7f, 0x80, 0xff}) {
            assertThat(RequestPath.of("/a" + c).fault()).isEqualTo(PathFault.ILLEGAL_CHARACTER);
        }
        assertThat(RequestPath.of("/a%20%0a%7f~!").isSafe()).isTrue();
        assertThat(RequestPath.of("*").isSafe()).isTrue();
    }

    @Test
    void aPathThatStepsOutOfAPrefixIsSeenOnBothSidesAndNotForwardedByTheOneItLeaves() {
        for (String raw : new String[] {
            "/public/../admin",
            "/public/..%2fadmin",
            "/public/%2e%2e/admin",
            "/public/..;/admin",
            "/public/..%5cadmin",
            "/public//../admin",
            "/public/%252e%252e%252fadmin",
            "/public/../admin%2f..%2fpublic/x"
        }) {
            RequestPath path = RequestPath.of(raw);
            assertThat(path.isUnder(prefix("/admin"))).as(raw).isTrue();
            assertThat(path.isUnder(prefix("/public"))).as(raw).isTrue();
            assertThat(path.leaves(prefix("/public"))).as(raw).isTrue();
        }
    }

    @Test
    void aPathThatComesBackInsideStillLeaves() {
        assertThat(RequestPath.of("/a/../a/x").leaves(prefix("/a"))).isTrue();
        assertThat(RequestPath.of("/a/b/../x").leaves(prefix("/a"))).isFalse();
        assertThat(RequestPath.of("/a/b/..").leaves(prefix("/a"))).isFalse();
        assertThat(RequestPath.of("/a/..").leaves(prefix("/a"))).isTrue();
        assertThat(RequestPath.of("/x/../a").leaves(prefix("/a"))).isFalse();
        assertThat(RequestPath.of("/a/b;c//%41").leaves(prefix("/a"))).isFalse();
    }

    @Test
    void climbingAboveTheRootLeavesEvenTheRoot() {
        assertThat(RequestPath.of("/..").leaves(PathPrefix.ROOT)).isTrue();
        assertThat(RequestPath.of("/a/..%2f../x").leaves(PathPrefix.ROOT)).isTrue();
        assertThat(RequestPath.of("/a/../x").leaves(PathPrefix.ROOT)).isFalse();
        assertThat(RequestPath.of("/a//../../x").leaves(PathPrefix.ROOT)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/openai/v1/x, /v1/x",
        "/openai, /",
        "/openai/, /",
        "/openai//x, //x",
        "/openai/%2fx, /%2fx",
        "/openai/a;b/c%20d, /a;b/c%20d",
        "/%6fpenai/v1, /v1",
        "/%6Fpenai, /",
        "//openai/v1, /v1",
        "/openai;x=1/v1, /v1",
        "/openai;x=1, /",
        "/./openai/v1, /v1",
        "/a/../openai/v1, /v1",
        "/%2fopenai/v1%2fy, /v1%2fy",
        "/openai%2fv1/x, /x",
        "/openai%2fv1, /"
    })
    void removingAPrefixCutsTheLiteralBytesThatSpellIt(String raw, String rest) {
        assertThat(RequestPath.of(raw).without(prefix("/openai"))).startsWith("/");
        if (!raw.contains("%2fv1")) {
            assertThat(RequestPath.of(raw).without(prefix("/openai"))).isEqualTo(rest);
            assertThat(RequestPath.of(raw).cutsCleanly(prefix("/openai"))).isTrue();
        } else if (raw.startsWith("/openai%2fv1")) {
            assertThat(RequestPath.of(raw).without(prefix("/openai/v1"))).isEqualTo(rest);
            assertThat(RequestPath.of(raw).cutsCleanly(prefix("/openai/v1"))).isTrue();
        }
    }

    @Test
    void removingTheRootLeavesAll() {
        assertThat(RequestPath.of("/a/b").without(PathPrefix.ROOT)).isEqualTo("/a/b");
        assertThat(RequestPath.of("//%61;b").without(PathPrefix.ROOT)).isEqualTo("//%61;b");
        assertThat(RequestPath.of("/").without(PathPrefix.ROOT)).isEqualTo("/");
    }

    @Test
    void aPrefixThatEndsWithinALiteralSegmentIsNotCutCleanly() {
        RequestPath path = RequestPath.of("/openai%2fv1%2fx/y");

        assertThat(path.isUnder(prefix("/openai/v1"))).isTrue();
        assertThat(path.cutsCleanly(prefix("/openai/v1"))).isFalse();
        assertThat(path.without(prefix("/openai/v1"))).startsWith("/");
    }

    @Test
    void aRemainderThatClimbsIsNotClean() {
        for (String raw :
                new String[] {"/p/..", "/p/../x", "/p/..%2fx", "/p/a/../../x", "/p/%252e%252e/x", "/p/..;/x"}) {
            RequestPath path = RequestPath.of(raw);
            assertThat(path.cutsCleanly(prefix("/p"))).as(raw).isFalse();
            assertThat(path.leaves(prefix("/p"))).as(raw).isTrue();
        }
        assertThat(RequestPath.of("/p/a/../x").cutsCleanly(prefix("/p"))).isTrue();
    }

    @Test
    void encodedDelimitersInTheRestStayAsTheyAre() {
        assertThat(RequestPath.of("/p/a%3Fb%23c%3Bd%25e%2Ff%5Cg").without(prefix("/p")))
                .isEqualTo("/a%3Fb%23c%3Bd%25e%2Ff%5Cg");
    }

    @ParameterizedTest
    @CsvSource({
        "/login, /login",
        "/login/, /login/",
        "/%6cogin, /login",
        "/%256cogin, /login",
        "//login, /login",
        "/login;a=1, /login",
        "/x/../login, /login",
        "/x/..%2flogin, /login",
        "/./login, /login",
        "/%4cogin, /Login",
        "/a%20b, /a b",
        "\\login, \\login"
    })
    void allSpellingsOfAPathHaveTheSameSimplestOne(String raw, String simplest) {
        assertThat(RequestPath.of(raw).simplest()).isEqualTo(simplest);
        RequestPath.of(raw)
                .spellings()
                .forEach(spelling ->
                        assertThat(RequestPath.of(raw).simplest().length()).isLessThanOrEqualTo(spelling.length()));
    }

    @Test
    void hostilePathsCostABoundedEffort() {
        String[] hostile = {
            "/".repeat(8000),
            "/" + ";".repeat(8000),
            "/" + "%25".repeat(2700),
            "/" + "%2525252525252525252525".repeat(350),
            "/" + "../".repeat(2700),
            "/" + "%2e%2e%2f".repeat(900),
            "/" + "a;b//../%2f\\".repeat(650),
            "/" + "%".repeat(8000),
            "/" + "%2f;%5c..%3f%23".repeat(500),
            "/a" + "%25".repeat(50) + "61",
            "/" + "a;%2f".repeat(1600)
        };
        Assertions.assertTimeout(Duration.ofSeconds(3), () -> {
            for (String raw : hostile) {
                RequestPath path = RequestPath.of(raw);
                assertThat(path.spellings()).hasSizeLessThanOrEqualTo(Spellings.MOST);
                path.isUnder(prefix("/admin/x"));
                path.leaves(prefix("/admin/x"));
                path.without(prefix("/admin/x"));
                path.cutsCleanly(prefix("/admin/x"));
            }
        });
    }

    @Test
    void aPathWithTooManySpellingsIsRefusedRatherThanHalfRead() {
        String deep = "/" + "%25".repeat(1) + "25".repeat(80) + "61dmin";

        assertThat(RequestPath.of(deep).fault()).isEqualTo(PathFault.TOO_MANY_SPELLINGS);
        assertThat(RequestPath.of("/%" + "25".repeat(8) + "61dmin").isSafe()).isTrue();
        assertThat(RequestPath.of("/%" + "25".repeat(8) + "61dmin").isUnder(prefix("/admin")))
                .isTrue();
        assertThat(RequestPath.of("/proxy/https%253A%252F%252Fa.test%252Fx%253Fy;z/b//c")
                        .isSafe())
                .isTrue();
    }

    private static PathPrefix prefix(String text) {
        return Objects.requireNonNull(PathPrefix.parse(text));
    }
}
