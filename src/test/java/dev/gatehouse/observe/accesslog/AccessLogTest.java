package dev.gatehouse.observe.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.LimitReason;
import dev.gatehouse.event.MirrorComparison;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.event.RewriteSkipped;
import dev.gatehouse.event.Selection;
import dev.gatehouse.event.StreamEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a line of the access log says, and that nobody can forge one. */
class AccessLogTest {

    private final List<String> lines = new ArrayList<>();

    private static ProxyEvent event(String path, @Nullable CompletableFuture<StreamEnd> stream) {
        return event(path, stream, null);
    }

    private static ProxyEvent event(
            String path, @Nullable CompletableFuture<StreamEnd> stream, @Nullable CompletableFuture<MirrorEnd> mirror) {
        return new ProxyEvent(
                "api",
                "id-1",
                "up.test:8080",
                "GET",
                path,
                200,
                12,
                2,
                Outcome.OK,
                null,
                null,
                null,
                null,
                false,
                false,
                RewriteSkipped.NOT_CONFIGURED,
                null,
                stream,
                mirror);
    }

    @Test
    void theLineTellsOfAMirrorThatHasAnswered() {
        CompletableFuture<MirrorEnd> mirror = new CompletableFuture<>();
        CompletableFuture<StreamEnd> stream = new CompletableFuture<>();
        new AccessLog(AccessLog.Format.JSON, lines::add).proxied(event("/a", stream, mirror));
        mirror.complete(new MirrorEnd("m.test", MirrorEnd.Way.ANSWERED, 7, null));
        assertThat(lines).isEmpty();
        stream.complete(new StreamEnd(StreamEnd.Way.COMPLETE, 1, 2));
        assertThat(lines)
                .singleElement()
                .asString()
                .endsWith("},\"mirror\":{\"upstream\":\"m.test\",\"outcome\":\"answered\",\"durationMs\":7}}");
    }

    @Test
    void theLineSaysHowTheAnswersCompare() {
        MirrorComparison compared = new MirrorComparison(MirrorComparison.Verdict.LENGTH, 3, 9);
        CompletableFuture<MirrorEnd> mirror =
                CompletableFuture.completedFuture(new MirrorEnd("m.test", MirrorEnd.Way.ANSWERED, 9, compared));
        new AccessLog(AccessLog.Format.JSON, lines::add).proxied(event("/a", null, mirror));
        assertThat(lines)
                .singleElement()
                .asString()
                .endsWith("\"durationMs\":9,\"comparison\":\"length\",\"mainMs\":3,\"mirrorMs\":9}}");
    }

    @Test
    void theLineDoesNotWaitForAMirrorWhichIsToldOfLaterUnderTheSameId() {
        CompletableFuture<MirrorEnd> mirror = new CompletableFuture<>();
        new AccessLog(AccessLog.Format.JSON, lines::add).proxied(event("/a", null, mirror));
        assertThat(lines).singleElement().asString().doesNotContain("mirror");
        mirror.complete(new MirrorEnd("m.test", MirrorEnd.Way.BODY_OVER_LIMIT, 7, null));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1))
                .isEqualTo("{\"message\":\"mirror\",\"routeId\":\"api\",\"requestId\":\"id-1\","
                        + "\"mirror\":{\"upstream\":\"m.test\",\"outcome\":\"body_over_limit\",\"durationMs\":7}}");
    }

    @Test
    void theJsonLineSaysHowTheUpstreamWasChosenAndWhatHeldTheRequestBack() {
        new AccessLog(AccessLog.Format.JSON, lines::add)
                .proxied(new ProxyEvent(
                        "api",
                        "id-1",
                        "",
                        "GET",
                        "/",
                        503,
                        0,
                        0,
                        Outcome.REFUSED,
                        new Selection(1, "weighted", "ip"),
                        List.of("a.test"),
                        LimitReason.IN_FLIGHT,
                        null,
                        false,
                        false,
                        null,
                        null,
                        null,
                        null));
        assertThat(lines.get(0))
                .contains(
                        "\"outcome\":\"refused\",\"selection\":{\"index\":1,\"reason\":\"weighted\",\"scope\":\"ip\"},"
                                + "\"ejected\":[\"a.test\"],\"limitReason\":\"in_flight\",\"redirectRewritten\"");
    }

    @Test
    void theJsonLineHasEveryFieldInOrder() {
        new AccessLog(AccessLog.Format.JSON, lines::add).proxied(event("/a", null));
        assertThat(lines)
                .containsExactly(
                        "{\"message\":\"proxy\",\"routeId\":\"api\",\"requestId\":\"id-1\","
                                + "\"upstream\":\"up.test:8080\",\"method\":\"GET\",\"path\":\"/a\",\"status\":200,"
                                + "\"durationMs\":12,\"attempts\":2,\"outcome\":\"ok\",\"redirectRewritten\":false,\"bodyRewritten\":false,\"rewriteSkipped\":\"not_configured\"}");
    }

    @Test
    void theLineOfAStreamIsWrittenWhenItHasEnded() {
        CompletableFuture<StreamEnd> stream = new CompletableFuture<>();
        new AccessLog(AccessLog.Format.JSON, lines::add).proxied(event("/a", stream));
        assertThat(lines).isEmpty();
        stream.complete(new StreamEnd(StreamEnd.Way.IDLE_TIMEOUT, 99, 1234));
        assertThat(lines)
                .singleElement()
                .asString()
                .endsWith(",\"stream\":{\"outcome\":\"idle_timeout\",\"bytes\":99,\"durationMs\":1234}}");
    }

    @Test
    void theMinimalLineIsForTheNakedEye() {
        CompletableFuture<StreamEnd> stream =
                CompletableFuture.completedFuture(new StreamEnd(StreamEnd.Way.COMPLETE, 5, 1));
        new AccessLog(AccessLog.Format.MINIMAL, lines::add).proxied(event("/a b\r\nGET /forged", stream));
        assertThat(lines).containsExactly("GET /a?b??GET?/forged 200 12ms up.test:8080 ok complete 5B");
    }

    @Test
    void controlCharactersNeverEnterAJsonLineUnescaped() {
        StringBuilder path = new StringBuilder("/");
        for (char c = 0; c < 0x21; c++) {
            path.append(c);
        }
        path.append("\"\\\u0085\u2028\u2029\ud800");
        new AccessLog(AccessLog.Format.JSON, lines::add).proxied(event(path.toString(), null));
        assertThat(lines.get(0).chars().allMatch(c -> c >= 0x20 && c < 0x7f)).isTrue();
        assertThat(lines.get(0)).contains("\\u0000", "\\u000a", "\\\"", "\\\\", "\\u0085", "\\u2028", "\\ud800");
    }

    @Test
    void aLongPathIsCutAtACharacter() {
        assertThat(Shortened.toBytes("a".repeat(256), 256)).hasSize(256);
        assertThat(Shortened.toBytes("a".repeat(257), 256)).hasSize(256);
        assertThat(Shortened.toBytes("a".repeat(255) + "ä", 256)).isEqualTo("a".repeat(255));
        assertThat(Shortened.toBytes("a".repeat(253) + "😀", 256)).isEqualTo("a".repeat(253));
        assertThat(Shortened.toBytes("a".repeat(252) + "😀", 256)).endsWith("😀");
    }
}
