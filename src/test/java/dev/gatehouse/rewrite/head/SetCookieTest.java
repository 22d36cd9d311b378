package dev.gatehouse.rewrite.head;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.rewrite.Mount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cookies of an upstream, made ours. */
class SetCookieTest {

    private final Mount mount =
            new Mount("https", "www.site.test:8443", "/ctx", "/pre", "http", "up.test", 80, "/base");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=b|a=b",
                "a=b; Path=/base|a=b; Path=/ctx/pre",
                "a=b;path=/base/x ;HttpOnly|a=b;path=/ctx/pre/x;HttpOnly",
                "a=b; Path=relative|a=b; Path=relative",
                "a=b; Path=|a=b; Path=",
                "a=b; Domain=up.test|a=b",
                "a=b; Domain=.UP.test; Secure|a=b; Secure",
                "a=b; Domain=other.test|a=b",
                "a=b; Domain=site.test|a=b; Domain=site.test",
                "a=b; DOMAIN=www.site.test|a=b; DOMAIN=www.site.test",
                "a=b; Domain=test|a=b",
                "a=b; Domain=|a=b",
                "a=Path=/base; X|a=Path=/base; X",
                "__Host-a=b; Path=/; Secure; Domain=up.test|__Host-a=b; Path=/; Secure",
                "a=b;;;Max-Age=1|a=b;;;Max-Age=1",
                "a=\"x;y\"; Partitioned|a=\"x;y\"; Partitioned",
            })
    void attributesAreMappedAndAllElseStays(String line, String expected) {
        String mapped = SetCookie.map(line, mount);
        assertThat(mapped.replaceAll(";+", ";")).isEqualTo(expected.replaceAll(";+", ";"));
    }

    @Test
    void anUntouchedLineIsTheSameObject() {
        String line = "a=b; HttpOnly; SameSite=Lax";
        assertThat(SetCookie.map(line, mount)).isSameAs(line);
    }
}
