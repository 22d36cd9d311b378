package dev.gatehouse.upstream.pick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The line that keeps a caller at its upstream. */
class StickyCookieTest {

    @Test
    void theCookieIsOfThisHostAndOutOfReachOfScripts() {
        assertEquals(
                "__jouska_upstream=a.test; Path=/; HttpOnly; SameSite=Lax", StickyCookie.line("a.test", "", false));
    }

    @Test
    void thePortIsPartOfTheValue() {
        assertEquals(
                "__jouska_upstream=a.test:8443; Path=/; HttpOnly; SameSite=Lax",
                StickyCookie.line("a.test:8443", "", false));
    }

    @Test
    void theCookieComesBackToOurMountOnly() {
        assertEquals(
                "__jouska_upstream=a.test; Path=/shop/eu; HttpOnly; SameSite=Lax",
                StickyCookie.line("a.test", "/shop/eu", false));
    }

    @Test
    void overHttpsTheCookieIsSecure() {
        assertEquals(
                "__jouska_upstream=a.test; Path=/; HttpOnly; SameSite=Lax; Secure",
                StickyCookie.line("a.test", "", true));
    }

    @Test
    void aMountWithAParameterAddsNoAttribute() {
        String line = StickyCookie.line("a.test", "/shop;Domain=test", false);

        assertEquals("__jouska_upstream=a.test; Path=/shop; HttpOnly; SameSite=Lax", line);
    }
}
