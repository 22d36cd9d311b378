package dev.gatehouse.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mapping of upstream URLs onto the proxy; whole journeys are in {@code ComingBackTest}. */
class MountTest {

    private static Mount mount(String mountPath, String prefix, int upstreamPort, String basePath) {
        return new Mount("https", "www.site.test", mountPath, prefix, "http", "up.test", upstreamPort, basePath);
    }

    @ParameterizedTest
    @CsvSource({
        "http://up.test/x, https://www.site.test/x",
        "http://up.test:80/x, https://www.site.test/x",
        "https://up.test/x, https://www.site.test/x",
        "https://up.test:443/x, https://www.site.test/x",
        "http://up.test./x, https://www.site.test/x",
        "HTTP://UP.TEST, https://www.site.test/",
        "http://up.test:8080/x, http://up.test:8080/x",
        "http://sub.up.test/x, http://sub.up.test/x",
        "http://up.test.evil/x, http://up.test.evil/x",
        "http://evil-up.test/x, http://evil-up.test/x",
        "http://up.test@evil.test/x, http://up.test@evil.test/x",
        "'http://up.test\\@evil.test/x', 'https://www.site.test/\\@evil.test/x'",
        "http:up.test/x, http:up.test/x",
        "/x, /x",
        "'', ''",
        "#top, #top"
    })
    void onlyTheUpstreamItselfBecomesTheProxy(String reference, String expected) {
        assertThat(mount("", "", 80, "").map(reference, "/page")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "http://up.test:8080/x, https://www.site.test/x",
        "http://up.test/x, http://up.test/x",
        "http://up.test:8081/x, http://up.test:8081/x"
    })
    void aPortOfItsOwnIsPartOfTheUpstreamsName(String reference, String expected) {
        assertThat(mount("", "", 8080, "").map(reference, "/page")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "/base, /ctx/pre",
        "/base/, /ctx/pre/",
        "/base/x?q#f, /ctx/pre/x?q#f",
        "/base?q, /ctx/pre?q",
        "/basement, /ctx/basement",
        "/, /ctx/",
        "/other, /ctx/other"
    })
    void pathsAreMappedOnSegmentBoundaries(String path, String expected) {
        assertThat(mount("/ctx", "/pre", 80, "/base").map(path, "/base/page")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "/base/dir/page, next, next",
        "/base/dir/page, ./next, ./next",
        "/base/dir/page, ../up, ../up",
        "/base/dir/page, ../../up, /ctx/up",
        "/base/dir/page, ../../base/x, /ctx/pre/x",
        "/base/dir/page, ../../../../etc?x, /ctx/etc?x",
        "/base/dir/page, %2e%2E/../etc, /ctx/etc",
        "/base/dir/, .., ..",
        "/base/dir/page, a/../b, a/../b",
        "/base/dir/page, x?../../../y, x?../../../y"
    })
    void relativeReferencesChangeOnlyWhereTheyClimb(String page, String reference, String expected) {
        assertThat(mount("/ctx", "/pre", 80, "/base").map(reference, page)).isEqualTo(expected);
    }

    @Test
    void nothingChangesWherePathsAreTheSameOnBothSides() {
        Mount mount = mount("", "", 80, "");
        assertThat(mount.isIdentity()).isTrue();
        String reference = "../x";
        assertThat(mount.map(reference, "/a/b")).isSameAs(reference);
        assertThat(mount("/same", "", 80, "").isIdentity()).isFalse();
        assertThat(mount("", "/p", 80, "/p").isIdentity()).isTrue();
    }
}
