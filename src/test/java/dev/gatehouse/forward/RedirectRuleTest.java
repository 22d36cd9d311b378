package dev.gatehouse.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.transport.Origin;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a followed redirect leads. */
class RedirectRuleTest {

    private static final Hop FROM = new Hop(Origin.of("https", "up.example", 443, true), "/base");

    private static RedirectRule.@Nullable Follow follow(String method, boolean body, int status, String location) {
        return RedirectRule.follow(FROM, "/base/dir/page", method, body, status, location, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, 301, GET",
        "GET, 307, GET",
        "HEAD, 303, HEAD",
        "POST, 301, GET",
        "POST, 302, GET",
        "POST, 303, GET",
        "PUT, 302, PUT",
        "PUT, 303, GET",
        "POST, 307, POST",
        "DELETE, 308, DELETE"
    })
    void theMethodFollowsTheStatus(String method, int status, String next) {
        RedirectRule.Follow follow = Objects.requireNonNull(follow(method, false, status, "/x"));
        assertThat(follow.method()).isEqualTo(next);
    }

    @Test
    void aBodyIsNeverSentTwice() {
        assertThat(follow("POST", true, 307, "/x")).isNull();
        assertThat(follow("PUT", true, 302, "/x")).isNull();
        assertThat(follow("POST", true, 302, "/x")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/x?y, up.example, 443, /x, y, false",
        "z, up.example, 443, /base/dir/z, , false",
        "../z, up.example, 443, /base/z, , false",
        "//other.example/x, other.example, 443, /x, , true",
        "https://up.example:8443, up.example, 8443, /, , true",
        "https://UP.example/x, up.example, 443, /x, , false"
    })
    void referencesAreResolvedAgainstThePage(
            String location, String host, int port, String path, @Nullable String query, boolean foreign) {
        RedirectRule.Follow follow = Objects.requireNonNull(follow("GET", false, 302, location));
        assertThat(follow.hop().origin().host()).isEqualTo(host);
        assertThat(follow.hop().origin().port()).isEqualTo(port);
        assertThat(follow.path()).isEqualTo(path);
        assertThat(follow.query()).isEqualTo(query);
        assertThat(follow.foreign()).isEqualTo(foreign);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/x",
                "https://[::1]/x",
                "https://169.254.169.254/latest",
                "https://localhost/x",
                "https://2130706433/",
                "ftp://up.example/x",
                "https://user:pw@up.example/x",
                "mailto:a@b.example",
                "ht tp://x",
                "http:///x"
            })
    void placesThatARouteMayNotNameAreNotFollowed(String location) {
        assertThat(follow("GET", false, 302, location)).isNull();
    }

    @Test
    void aRedirectFromTlsToClearTextIsNotFollowedAndOneToTlsIs() {
        assertThat(follow("GET", false, 302, "http://up.example/x")).isNull();
        Hop plain = new Hop(Origin.of("http", "up.example", 80, true), "");
        assertThat(origin(plain, "https://up.example/x").scheme()).isEqualTo("https");
        assertThat(origin(plain, "http://other.example/x").scheme()).isEqualTo("http");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 300, 304, 305, 306, 404})
    void otherStatusesAreRelayed(int status) {
        assertThat(follow("GET", false, status, "/x")).isNull();
    }

    @Test
    void theEleventhRedirectIsRelayed() {
        assertThat(RedirectRule.follow(FROM, "/", "GET", false, 302, "/x", 9)).isNotNull();
        assertThat(RedirectRule.follow(FROM, "/", "GET", false, 302, "/x", 10)).isNull();
    }

    @Test
    void aRedirectWithinOneServerReachesItAtTheSameAddressesAndOneElsewhereDoesNot() {
        Hop hop = new Hop(Origin.of("https", "up.example", 443, true).reachedAt("edge.example"), "");

        assertThat(origin(hop, "/x")).isEqualTo(hop.origin());
        assertThat(origin(hop, "https://UP.example:443/x")).isEqualTo(hop.origin());
        assertThat(origin(hop, "https://other.example/x").connectTo()).isNull();
        assertThat(origin(hop, "https://up.example:8443/x").connectTo()).isNull();
    }

    private static Origin origin(Hop from, String location) {
        return Objects.requireNonNull(RedirectRule.follow(from, "/", "GET", false, 302, location, 0))
                .hop()
                .origin();
    }
}
