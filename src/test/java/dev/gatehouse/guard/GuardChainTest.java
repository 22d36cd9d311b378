package dev.gatehouse.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.GivenRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** In which order guards judge, and which of them judge preflights. */
class GuardChainTest {

    private static final String URL = "https://site.test/a";

    /** Refuses for every reason at once; each reason that is taken away lets the next one speak. */
    private static final String ALL = "'requestPolicy': {'allowedMethods': ['GET'], 'maxBodyBytes': 10}, "
            + "'referer': {'allow': ['good.test'], 'allowEmpty': false}, 'fetchMetadata': {}, "
            + "'allowCountries': ['DE'], 'ip': {'allow': ['10.0.0.0/8']}, "
            + "'signedLink': {'secretBinding': 'LINKS'}, "
            + "'access': {'keys': ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad']}";

    @Test
    void theCheapestReasonIsGivenFirst() {
        Judged route = Judged.by(ALL).secret("LINKS", "s").in("US").from("192.0.2.1");
        route.refuses(GivenRequest.of("PUT", URL).withBodyOf(11), 405, Reason.METHOD, "method_not_allowed");
        route.refuses(GivenRequest.get(URL).withBodyOf(11), 413, Reason.BODY_SIZE, "payload_too_large");
        GivenRequest request = GivenRequest.get(URL).with("Sec-Fetch-Site", "cross-site");
        route.refuses(request, 403, Reason.REFERER, "referer_forbidden");
        request.with("Referer", "https://good.test/");
        route.refuses(request, 403, Reason.FETCH_METADATA, "fetch_metadata_forbidden");
        GivenRequest own = GivenRequest.get(URL).with("Referer", "https://good.test/");
        route.refuses(own, 403, Reason.GEO, "geo_forbidden");
        route.in("DE").refuses(own, 403, Reason.IP, "ip_forbidden");
        route.from("10.0.0.1").refuses(own, 403, Reason.SIGNED_LINK, "signed_link_invalid");
        String signed = URL + "?exp=4102444800&sig=" + LinkSignature.text("s", "/a", 4_102_444_800L, Map.of());
        GivenRequest link = GivenRequest.get(signed).with("Referer", "https://good.test/");
        route.refuses(link, 401, Reason.ACCESS, "access_missing");
        route.passes(link.with("Authorization", "Bearer abc"));
    }

    @Test
    void theGuardsNameThemselvesInTheirOrder() {
        assertThat(Judged.by(ALL).chain().guards().stream().map(Guard::reason).toList())
                .isEqualTo(List.of(
                        Reason.METHOD,
                        Reason.BODY_SIZE,
                        Reason.REFERER,
                        Reason.FETCH_METADATA,
                        Reason.GEO,
                        Reason.IP,
                        Reason.SIGNED_LINK,
                        Reason.ACCESS));
    }

    @Test
    void aPreflightIsAnsweredAfterTheLocalGuardsAndBeforeThoseItCannotSatisfy() {
        GivenRequest preflight = LocalGuardsTest.preflight("https://app.test").with("Referer", "https://good.test/");
        Judged route =
                Judged.by(ALL, "'cors': {}").secret("LINKS", "s").in("DE").from("10.0.0.1");
        assertThat(route.verdict(preflight)).isInstanceOf(Verdict.Preflight.class);
        route.in("US").refuses(preflight, 403, Reason.GEO, "geo_forbidden");
        route.in("DE").from("192.0.2.1").refuses(preflight, 403, Reason.IP, "ip_forbidden");
        route.from("10.0.0.1")
                .refuses(LocalGuardsTest.preflight("https://app.test"), 403, Reason.REFERER, "referer_forbidden");
    }

    @Test
    void withoutCorsAPreflightIsARequestLikeAnyOther() {
        Judged.by("'signedLink': {'secretBinding': 'LINKS'}")
                .secret("LINKS", "s")
                .refuses(LocalGuardsTest.preflight("https://app.test"), 403, Reason.SIGNED_LINK, "signed_link_invalid");
        Judged.by().passes(LocalGuardsTest.preflight("https://app.test"));
    }

    @Test
    void anOptionsRequestWithoutOriginIsNoPreflight() {
        Judged.by("'cors': {}").passes(GivenRequest.of("OPTIONS", URL));
    }

    @Test
    void refererAndSignatureMustBothBeSatisfied() {
        Judged route = Judged.by(
                        "'referer': {'allow': ['good.test'], 'allowEmpty': false}, 'signedLink': {'secretBinding': 'L'}")
                .secret("L", "s");
        String signed = URL + "?exp=4102444800&sig=" + LinkSignature.text("s", "/a", 4_102_444_800L, Map.of());
        route.refuses(GivenRequest.get(signed), 403, Reason.REFERER, "referer_forbidden");
        route.refuses(
                GivenRequest.get(URL).with("Referer", "https://good.test/"),
                403,
                Reason.SIGNED_LINK,
                "signed_link_invalid");
        route.passes(GivenRequest.get(signed).with("Referer", "https://good.test/"));
    }
}
