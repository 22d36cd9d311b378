package dev.gatehouse.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.GivenRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Method, announced size, referer, fetch metadata, country and address. */
class LocalGuardsTest {

    private static final String URL = "https://site.test/a";

    // Methods

    @Test
    void aMethodOutsideTheListIsRefusedWithTheList() {
        Judged route = Judged.by("'requestPolicy': {'allowedMethods': ['get', 'POST']}");
        route.passes(GivenRequest.of("GET", URL));
        route.passes(GivenRequest.of("POST", URL));
        Verdict.Refuse refusal = route.refuses(GivenRequest.of("PUT", URL), 405, Reason.METHOD, "method_not_allowed");
        assertThat(refusal.fields().first("Allow")).isEqualTo("GET, POST");
        route.refuses(GivenRequest.of("OPTIONS", URL), 405, Reason.METHOD, "method_not_allowed");
    }

    @Test
    void anOptionsRequestHasToBeListedWhereNobodyAnswersPreflights() {
        Judged.by("'requestPolicy': {'allowedMethods': ['GET']}")
                .refuses(preflight("https://app.test"), 405, Reason.METHOD, "method_not_allowed");
    }

    @Test
    void theListDoesNotHoldForPreflightsThatAreAnsweredHere() {
        assertThat(Judged.by("'requestPolicy': {'allowedMethods': ['GET']}", "'cors': {}")
                        .verdict(preflight("https://app.test")))
                .isInstanceOf(Verdict.Preflight.class);
    }

    @Test
    void aListWithoutACommonMethodIsRefusedAtParseTime() {
        assertThat(faultsOfMethods("GET", "PUT")).contains("routes[0].requestPolicy", "match.methods");
        assertThat(faultsOfMethods("GET", "get")).isEmpty();
    }

    private static String faultsOfMethods(String matched, String allowed) {
        try {
            dev.gatehouse.config.load.RouteTables.define("{\"routes\": [{\"match\": {\"path\": \"/\", \"methods\": [\""
                    + matched + "\"]}, \"upstream\": \"up.test\", \"requestPolicy\": {\"allowedMethods\": [\"" + allowed
                    + "\"]}}]}");
            return "";
        } catch (RuntimeException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    // Size

    @Test
    void anAnnouncedSizeMayReachTheBoundAndNotPassIt() {
        Judged route = Judged.by("'requestPolicy': {'maxBodyBytes': 100}");
        route.passes(GivenRequest.of("POST", URL).withBodyOf(100));
        route.passes(GivenRequest.of("POST", URL)); // counted while it comes
        route.refuses(GivenRequest.of("POST", URL).withBodyOf(101), 413, Reason.BODY_SIZE, "payload_too_large");
        assertThat(route.chain().maxBodyBytes()).isEqualTo(100);
        assertThat(Judged.by("'requestPolicy': {}").chain().maxBodyBytes()).isEqualTo(Long.MAX_VALUE);
    }

    // Referer

    @ParameterizedTest
    @CsvSource({
        "https://example.com/page, true",
        "http://example.com:8080/x?y#z, true",
        "HTTPS://EXAMPLE.COM, true",
        "https://user:pw@example.com/, true",
        "https://cdn.example.net/a, true",
        "https://a.b.example.net/a, true",
        "https://example.net/a, false", // the apex is not among its subdomains
        "https://example.com.evil.test/, false",
        "https://evil.test/example.com, false",
        "https://example.com@evil.test/, false",
        "https://evil.test\\@example.com/, false",
        "ftp://example.com/, false",
        "blocked, false",
        "about:blank, false",
        "//example.com/, false",
        "https:///x, false"
    })
    void aRefererIsComparedByItsHostAlone(String referer, boolean passes) {
        Judged route = Judged.by("'referer': {'allow': ['example.com', '*.example.net']}");
        GivenRequest request = GivenRequest.get(URL).with("Referer", referer);
        if (passes) {
            route.passes(request);
        } else {
            route.refuses(request, 403, Reason.REFERER, "referer_forbidden");
        }
    }

    @Test
    void aRepeatedRefererIsComparedAsOneValue() {
        Judged.by("'referer': {'allow': ['example.com']}")
                .refuses(
                        GivenRequest.get(URL)
                                .with("Referer", "https://example.com")
                                .with("Referer", "https://example.com"),
                        403,
                        Reason.REFERER,
                        "referer_forbidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   "})
    void aMissingOrBlankRefererIsAMatterOfChoice(String blank) {
        GivenRequest sent = GivenRequest.get(URL).with("Referer", blank);
        Judged open = Judged.by("'referer': {'allow': ['example.com']}");
        open.passes(URL);
        open.passes(sent);
        Judged closed = Judged.by("'referer': {'allow': ['example.com'], 'allowEmpty': false, 'onRefuse': 404}");
        closed.refuses(GivenRequest.get(URL), 404, Reason.REFERER, "referer_forbidden");
        closed.refuses(sent, 404, Reason.REFERER, "referer_forbidden");
    }

    @Test
    void aRefererThatNamesNoHostIsRefusedWhereNoneAtAllPasses() {
        Judged.by("'referer': {'allow': ['example.com'], 'allowEmpty': true}")
                .refuses(
                        GivenRequest.get(URL).with("Referer", "about:blank"), 403, Reason.REFERER, "referer_forbidden");
    }

    @Test
    void anotherStatusForRefusedReferersIsRefusedAtParseTime() {
        assertThat(Judged.faults("'referer': {'allow': ['a.test'], 'onRefuse': 401}"))
                .contains("routes[0].referer.onRefuse");
    }

    // Fetch metadata

    @ParameterizedTest
    @CsvSource({
        "GET, same-origin, cors, empty, true",
        "GET, same-site, no-cors, image, true",
        "POST, none, navigate, document, true",
        "GET, cross-site, navigate, document, true",
        "HEAD, cross-site, navigate, document, true",
        "POST, cross-site, navigate, document, false",
        "GET, cross-site, navigate, iframe, false",
        "GET, cross-site, navigate, object, false",
        "GET, cross-site, no-cors, image, false",
        "GET, cross-site, cors, empty, false",
        "GET, something-new, navigate, document, true",
        "GET, something-new, cors, empty, false"
    })
    void whatAnotherSiteMadeABrowserSendIsRefusedSaveForPlainLinks(
            String method, String site, String mode, String dest, boolean passes) {
        Judged route = Judged.by("'fetchMetadata': {}");
        GivenRequest request = GivenRequest.of(method, URL)
                .with("Sec-Fetch-Site", site)
                .with("Sec-Fetch-Mode", mode)
                .with("Sec-Fetch-Dest", dest);
        if (passes) {
            route.passes(request);
        } else {
            route.refuses(request, 403, Reason.FETCH_METADATA, "fetch_metadata_forbidden");
        }
    }

    @Test
    void plainLinksAndSilenceCanBeRefusedToo() {
        Judged.by("'fetchMetadata': {}").passes(URL);
        Judged strict = Judged.by("'fetchMetadata': {'allowNavigation': false, 'allowMissing': false}");
        strict.refuses(GivenRequest.get(URL), 403, Reason.FETCH_METADATA, "fetch_metadata_forbidden");
        strict.refuses(
                GivenRequest.get(URL).with("Sec-Fetch-Site", "cross-site").with("Sec-Fetch-Mode", "navigate"),
                403,
                Reason.FETCH_METADATA,
                "fetch_metadata_forbidden");
        strict.passes(GivenRequest.get(URL).with("Sec-Fetch-Site", "none"));
    }

    // Countries

    @Test
    void aBlockedCountryIsRefusedAndAnUnknownOneIsNot() {
        Judged route = Judged.by("'blockCountries': ['KP', 'CU']");
        route.in("DE").passes(URL);
        route.in(null).passes(URL);
        route.in("CU").refuses(GivenRequest.get(URL), 403, Reason.GEO, "geo_forbidden");
    }

    @Test
    void aListOfAdmittedCountriesRefusesAllOthersAndTheUnknown() {
        Judged route = Judged.by("'allowCountries': ['DE', 'FR']", "'blockCountries': ['FR']");
        route.in("DE").passes(URL);
        route.in("FR").refuses(GivenRequest.get(URL), 403, Reason.GEO, "geo_forbidden"); // blocked all the same
        route.in("US").refuses(GivenRequest.get(URL), 403, Reason.GEO, "geo_forbidden");
        route.in(null).refuses(GivenRequest.get(URL), 403, Reason.GEO, "geo_forbidden");
    }

    @Test
    void aRouteThatAsksForCountriesIsReportedWhereNobodyKnowsThem() {
        Judged route = Judged.by("'allowCountries': ['DE']");
        assertThat(route.chain().missing()).containsExactly("countries: nothing tells a caller's country");
        assertThat(route.chain().needsCountry()).isTrue();
        assertThat(route.in("DE").chain().missing()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"D", "DEU", "D1", "", "*"})
    void whatIsNoCountryIsRefusedAtParseTime(String code) {
        assertThat(Judged.faults("'blockCountries': ['" + code + "']")).contains("routes[0].blockCountries[0]");
        assertThat(Judged.faults("'allowCountries': ['" + code + "']")).contains("routes[0].allowCountries[0]");
    }

    // Addresses

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, true",
        "10.255.255.255, true",
        "11.0.0.0, false",
        "10.1.2.3, false", // denied wins over admitted
        "::ffff:10.0.0.1, true", // the same machine in IPv6's words
        "::ffff:10.1.2.3, false",
        "2001:db8::1, true",
        "2001:db9::1, false"
    })
    void addressesAreAdmittedByRangeAndADenialWins(String address, boolean passes) {
        Judged route = Judged.by("'ip': {'allow': ['10.0.0.0/8', '2001:db8::/32'], 'deny': ['10.1.2.3']}")
                .from(address);
        if (passes) {
            route.passes(URL);
        } else {
            route.refuses(GivenRequest.get(URL), 403, Reason.IP, "ip_forbidden");
        }
    }

    @Test
    void withDenialsOnlyAllOthersPassButTheUnknown() {
        Judged route = Judged.by("'ip': {'deny': ['10.0.0.0/8']}");
        route.from("192.0.2.1").passes(URL);
        route.from("10.0.0.1").refuses(GivenRequest.get(URL), 403, Reason.IP, "ip_forbidden");
        route.from(null).refuses(GivenRequest.get(URL), 403, Reason.IP, "ip_forbidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0", "010.0.0.1", "2001:db8::/129", "localhost", "10.0.0.0/", ""})
    void aMalformedRuleIsRefusedAtParseTime(String rule) {
        assertThat(Judged.faults("'ip': {'deny': ['" + rule + "']}")).contains("routes[0].ip.deny[0]");
    }

    static GivenRequest preflight(String origin) {
        return GivenRequest.of("OPTIONS", URL).with("Origin", origin).with("Access-Control-Request-Method", "PUT");
    }
}
