package dev.gatehouse.rewrite.head;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.rewrite.Mount;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A policy of the upstream allows the same things of the page behind the mount, and no more. */
class SecurityPolicyTest {

    private static final Mount SHOP =
            new Mount("https", "www.site.test", "/app", "/shop", "https", "shop.internal", 443, "");

    private static String mapped(String policy) {
        return new SecurityPolicy(SHOP, "/dir/page", null).map(policy);
    }

    private static String withNonce(String policy) {
        return new SecurityPolicy(SHOP, "/dir/page", "N").map(policy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "img-src https://shop.internal | img-src https://www.site.test/app/shop/",
                "img-src shop.internal | img-src https://www.site.test/app/shop/",
                "img-src SHOP.internal:443 | img-src https://www.site.test/app/shop/",
                "img-src shop.internal:* | img-src https://www.site.test/app/shop/",
                "img-src shop.internal/i/ | img-src https://www.site.test/app/shop/i/",
                "connect-src wss://shop.internal | connect-src wss://www.site.test/app/shop/",
                "img-src shop.internal:8443 | img-src shop.internal:8443",
                "img-src https://other.test | img-src https://other.test",
                "img-src *.internal | img-src *.internal https://www.site.test/app/shop/",
                "img-src *.other.test | img-src *.other.test",
                "img-src * | img-src *",
                "img-src data: blob: | img-src data: blob:",
                "img-src 'self' 'none' | img-src 'self' 'none'",
                "frame-ancestors https://shop.internal | frame-ancestors https://www.site.test",
                "report-uri /csp https://shop.internal/r | report-uri /app/shop/csp https://www.site.test/app/shop/r",
                "report-to shop.internal | report-to shop.internal",
                "sandbox allow-scripts | sandbox allow-scripts",
                "upgrade-insecure-requests | upgrade-insecure-requests",
            })
    void aSourceThatNamesTheUpstreamBecomesTheMount(String from, String to) {
        assertThat(mapped(from)).isEqualTo(to);
        assertThat(mapped(from + " ;; " + from.toUpperCase(Locale.ROOT).substring(0, 1) + from.substring(1)))
                .startsWith(to + "; ");
    }

    @Test
    void severalPoliciesInOneLineStaySeveral() {
        assertThat(mapped("default-src 'self' shop.internal; img-src *, script-src a.test"))
                .isEqualTo("default-src 'self' https://www.site.test/app/shop/; img-src *, script-src a.test");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "script-src 'self' | script-src 'self' 'nonce-N'",
                "script-src 'none' | script-src 'nonce-N'",
                "script-src | script-src 'nonce-N'",
                "script-src a.test; script-src-elem b.test | script-src a.test; script-src-elem b.test 'nonce-N'",
                "default-src 'self' | default-src 'self'; script-src 'self' 'nonce-N'",
                "default-src 'none'; Script-Src a.test | default-src 'none'; Script-Src a.test 'nonce-N'",
                "script-src a.test; script-src b.test | script-src a.test 'nonce-N'; script-src b.test",
                "img-src 'none' | img-src 'none'",
                "script-src 'self' 'unsafe-inline' | script-src 'self' 'unsafe-inline'",
                "script-src 'unsafe-inline' 'nonce-x' | script-src 'unsafe-inline' 'nonce-x' 'nonce-N'",
                "script-src 'self', default-src b.test | script-src 'self' 'nonce-N', default-src b.test; script-src b.test 'nonce-N'",
            })
    void theOperatorsScriptsMayRunAndNoOthers(String from, String to) {
        assertThat(withNonce(from)).isEqualTo(to);
    }

    @Test
    void withoutAPrefixTheMountIsTheOrigin() {
        Mount root = new Mount("http", "site.test:8080", "", "", "http", "up", 81, "");
        assertThat(new SecurityPolicy(root, "/", null).map("img-src http://up:81 up:82"))
                .isEqualTo("img-src http://site.test:8080 up:82");
    }

    @Test
    void withABasePathTheSourceCoversAlsoWhatIsNotBelowIt() {
        Mount based = new Mount("http", "site.test", "/app", "/shop", "http", "up", 80, "/base");
        assertThat(new SecurityPolicy(based, "/", null).map("img-src up up/base/x up/y;"))
                .isEqualTo("img-src http://site.test/app/ http://site.test/app/shop/x http://site.test/app/y");
    }
}
