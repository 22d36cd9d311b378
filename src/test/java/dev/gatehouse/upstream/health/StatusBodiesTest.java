package dev.gatehouse.upstream.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.transport.ProbeAnswer.Answered;
import dev.gatehouse.transport.ProbeAnswer.Failed;
import dev.gatehouse.transport.ProbeAnswer.Why;
import dev.gatehouse.upstream.health.CheckReport.Entry;
import dev.gatehouse.upstream.health.WorkerStatus.Backend;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two status answers, to the letter. */
class StatusBodiesTest {

    private static final Instant CHECKED = Instant.parse("2026-07-09T07:00:00Z");

    @Test
    void theAggregateIsOkWhereOneOriginIsUp() {
        StatusBody body = WorkerStatus.of(
                List.of(
                        new Backend("https://a.test", answered(200)),
                        new Backend("https://b.test", new Failed(Why.TIMEOUT)),
                        new Backend("https://c.test", answered(500))),
                "7");

        assertThat(body)
                .isEqualTo(new StatusBody(
                        200,
                        "{\"status\":\"ok\",\"version\":\"7\",\"available\":1,\"total\":3,\"backends\":["
                                + "{\"origin\":\"https://a.test\",\"up\":true,\"status\":200},"
                                + "{\"origin\":\"https://b.test\",\"up\":false,\"status\":null},"
                                + "{\"origin\":\"https://c.test\",\"up\":false,\"status\":500}]}"));
    }

    @Test
    void theAggregateIsDownWhereNoOriginIsUp() {
        StatusBody body = WorkerStatus.of(List.of(new Backend("https://a.test", answered(503))), "unknown");

        assertThat(body)
                .isEqualTo(new StatusBody(
                        503,
                        "{\"status\":\"down\",\"version\":\"unknown\",\"available\":0,\"total\":1,\"backends\":["
                                + "{\"origin\":\"https://a.test\",\"up\":false,\"status\":503}]}"));
    }

    @Test
    void theAggregateSaysSoWhereThereAreNoOrigins() {
        assertThat(WorkerStatus.of(List.of(), "a \"b\""))
                .isEqualTo(new StatusBody(
                        200,
                        "{\"status\":\"no-backends\",\"version\":\"a \\\"b\\\"\",\"available\":0,\"total\":0,"
                                + "\"backends\":[]}"));
    }

    @ParameterizedTest
    @CsvSource({"200, true", "301, true", "404, true", "499, true", "500, false", "503, false", "599, false"})
    void anOriginIsUpBelowFiveHundred(int status, boolean up) {
        assertThat(WorkerStatus.of(List.of(new Backend("o", answered(status))), "1")
                        .json())
                .contains("\"up\":" + up + ",\"status\":" + status);
    }

    @Test
    void theBalancersStatusNamesEveryUpstreamOfEveryService() {
        CheckReport report = new CheckReport(
                services(
                        "auth",
                        List.of(
                                new Entry("auth-a", "api-a-auth.test", false, false),
                                new Entry("auth-b", "api-b-auth.test", true, true)),
                        "core",
                        List.of(new Entry("core-b", "h.test", true, null))),
                true,
                CHECKED);

        assertThat(BalancerStatus.of(report, null))
                .isEqualTo(new StatusBody(
                        200,
                        "{\"status\":\"ok\",\"kvUpdated\":true,\"kvCheckedAt\":\"2026-07-09T07:00:00.000Z\",\"services\":"
                                + "{\"auth\":[{\"name\":\"auth-a\",\"healthy\":false,\"kvHealthy\":false},"
                                + "{\"name\":\"auth-b\",\"healthy\":true,\"kvHealthy\":true}],"
                                + "\"core\":[{\"name\":\"core-b\",\"healthy\":true,\"kvHealthy\":null}]}}"));
    }

    @Test
    void aSiteIsEchoedAndOthersAreLeftOut() {
        CheckReport report = new CheckReport(
                services(
                        "auth",
                        List.of(new Entry("auth-a", "h.test", true, true), new Entry("auth-B", "h.test", true, false)),
                        "core",
                        List.of(new Entry("core", "api-b-core.test", true, true)),
                        "only",
                        List.of(
                                new Entry("only-a", "b.test", true, true),
                                new Entry("crab", "web-ab-x.test", true, true))),
                false,
                null);

        assertThat(BalancerStatus.of(report, "b"))
                .isEqualTo(new StatusBody(
                        200,
                        "{\"status\":\"ok\",\"server\":\"b\",\"kvUpdated\":false,\"kvCheckedAt\":null,\"services\":"
                                + "{\"auth\":[{\"name\":\"auth-B\",\"healthy\":true,\"kvHealthy\":false}],"
                                + "\"core\":[{\"name\":\"core\",\"healthy\":true,\"kvHealthy\":true}]}}"));
    }

    private static Answered answered(int status) {
        return new Answered(status, new FieldList(0), "");
    }

    private static Map<String, List<Entry>> services(Object... pairs) {
        Map<String, List<Entry>> services = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            services.put((String) pairs[i], entries(pairs[i + 1]));
        }
        return services;
    }

    private static List<Entry> entries(Object list) {
        return ((List<?>) list).stream().map(Entry.class::cast).toList();
    }
}
