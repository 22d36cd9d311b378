package dev.gatehouse.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.testkit.GivenRequest;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers of other sites are told. */
class CorsPolicyTest {

    private static final String APP = "https://app.test";

    private static Fields decorated(String block, GivenRequest request, String... upstream) {
        FieldList answer = new FieldList(8);
        for (int i = 0; i < upstream.length; i += 2) {
            answer.add(upstream[i], upstream[i + 1]);
        }
        Objects.requireNonNull(Judged.by(block).chain().cors()).decorate(answer, request);
        return answer;
    }

    private static GivenRequest from(String origin) {
        return GivenRequest.get("https://site.test/").with("Origin", origin);
    }

    private static Fields preflight(String block, GivenRequest request) {
        return ((Verdict.Preflight) Judged.by(block).verdict(request)).fields();
    }

    @Test
    void withoutAListWhoeverAsksIsReflected() {
        Fields answer = decorated("'cors': {'credentials': true}", from(APP));
        assertThat(answer.all("Access-Control-Allow-Origin")).containsExactly(APP);
        assertThat(answer.all("Access-Control-Allow-Credentials")).containsExactly("true");
        assertThat(answer.all("Vary")).containsExactly("Origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil-app.test",
                "https://app.test.evil.test",
                "http://app.test",
                "https://app.test:8443",
                "https://APP.test",
                "null",
                "https://app.test/"
            })
    void anOriginOutsideTheListGetsNoLeave(String origin) {
        Fields answer = decorated("'cors': {'origins': ['https://app.test'], 'credentials': true}", from(origin));
        assertThat(answer.first("Access-Control-Allow-Origin")).isNull();
        assertThat(answer.first("Access-Control-Allow-Credentials")).isNull();
        assertThat(answer.all("Vary")).containsExactly("Origin");
    }

    @Test
    void anOpaqueOriginIsNeverReflected() {
        assertThat(decorated("'cors': {'credentials': true}", from("null")).first("Access-Control-Allow-Origin"))
                .isNull();
        assertThat(decorated("'cors': {'origins': ['null']}", from("null")).first("Access-Control-Allow-Origin"))
                .isEqualTo("null");
    }

    @Test
    void anyOriginNeverComesWithCredentials() {
        assertThat(Judged.faults("'cors': {'origins': ['*'], 'credentials': true}"))
                .contains("routes[0].cors.credentials");
        Fields answer = decorated("'cors': {'origins': ['*']}", from(APP));
        assertThat(answer.all("Access-Control-Allow-Origin")).containsExactly("*");
        assertThat(answer.first("Access-Control-Allow-Credentials")).isNull();
    }

    @Test
    void whatTheUpstreamSaysOfItIsReplaced() {
        Fields answer = decorated(
                "'cors': {'origins': ['https://app.test'], 'exposeHeaders': ['X-Total']}",
                from(APP),
                "access-control-allow-origin",
                "*",
                "Access-Control-Allow-Credentials",
                "true",
                "Access-Control-Expose-Headers",
                "x-secret",
                "Vary",
                "Accept-Encoding");
        assertThat(answer.all("Access-Control-Allow-Origin")).containsExactly(APP);
        assertThat(answer.first("Access-Control-Allow-Credentials")).isNull();
        assertThat(answer.all("Access-Control-Expose-Headers")).containsExactly("x-total");
        assertThat(answer.all("Vary")).containsExactly("Accept-Encoding", "Origin");
    }

    @Test
    void varyIsSaidOnce() {
        assertThat(decorated("'cors': {}", from(APP), "Vary", "accept, ORIGIN").all("Vary"))
                .containsExactly("accept, ORIGIN");
        assertThat(decorated("'cors': {}", from(APP), "Vary", "*").all("Vary")).containsExactly("*");
    }

    @Test
    void aRequestWithoutOriginGetsNoLeaveAndSaysThatItCouldVary() {
        Fields answer = decorated("'cors': {}", GivenRequest.get("https://site.test/"));
        assertThat(answer.first("Access-Control-Allow-Origin")).isNull();
        assertThat(answer.all("Vary")).containsExactly("Origin");
    }

    @Test
    void aPreflightIsAnsweredWithWhatIsAdmitted() {
        Fields answer = preflight(
                "'cors': {'origins': ['https://app.test'], 'allowMethods': ['GET', 'put'], 'allowHeaders': ['X-A', 'x-b'], 'credentials': true, 'maxAge': 600}",
                LocalGuardsTest.preflight(APP).with("Access-Control-Request-Headers", "x-c"));
        assertThat(answer.all("Access-Control-Allow-Origin")).containsExactly(APP);
        assertThat(answer.all("Access-Control-Allow-Methods")).containsExactly("GET, PUT");
        assertThat(answer.all("Access-Control-Allow-Headers")).containsExactly("x-a, x-b");
        assertThat(answer.all("Access-Control-Allow-Credentials")).containsExactly("true");
        assertThat(answer.all("Access-Control-Max-Age")).containsExactly("600");
        assertThat(answer.first("Vary")).contains("Origin");
    }

    @Test
    void aPreflightIsAnsweredWithDefaultsWhereNothingIsSaid() {
        Fields answer = preflight(
                "'cors': {}", LocalGuardsTest.preflight(APP).with("Access-Control-Request-Headers", "x-c, x-d"));
        assertThat(answer.all("Access-Control-Allow-Methods")).containsExactly("GET, HEAD, PUT, POST, DELETE, PATCH");
        assertThat(answer.all("Access-Control-Allow-Headers")).containsExactly("x-c, x-d");
        assertThat(answer.first("Access-Control-Max-Age")).isNull();
        assertThat(preflight("'cors': {}", LocalGuardsTest.preflight(APP)).first("Access-Control-Allow-Headers"))
                .isNull();
    }

    @Test
    void aPreflightOfAnOriginOutsideTheListIsAnsweredWithoutLeave() {
        Fields answer =
                preflight("'cors': {'origins': ['https://app.test']}", LocalGuardsTest.preflight("https://b.test"));
        assertThat(answer.first("Access-Control-Allow-Origin")).isNull();
        assertThat(answer.first("Access-Control-Allow-Methods")).isNull();
    }
}
