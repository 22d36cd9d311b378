package dev.gatehouse.forward.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.config.model.Mirror;
import dev.gatehouse.config.model.UpstreamRef;
import dev.gatehouse.event.MirrorComparison;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.testkit.RingingAlarms;
import dev.gatehouse.testkit.ScriptedBody;
import dev.gatehouse.transport.Call;
import dev.gatehouse.transport.Drain;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.transport.Reply;
import dev.gatehouse.transport.Transport;
import dev.gatehouse.transport.TransportFailure;
import dev.gatehouse.transport.UpstreamRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A copy holds one of a limited number of places until it uses nothing any more, and tells once what became of it. */
class MirrorsTest {

    private final RingingAlarms alarms = new RingingAlarms();
    private final List<Reply> sent = new ArrayList<>();
    private final List<UpstreamRequest> requests = new ArrayList<>();
    private final List<Throwable> aborted = new ArrayList<>();
    private final Transport transport = new Transport() {
        @Override
        public Call send(Origin origin, UpstreamRequest request, Reply reply) {
            sent.add(reply);
            requests.add(request);
            return aborted::add;
        }

        @Override
        public void close() {}
    };
    private final Mirrors mirrors = new Mirrors(transport, alarms);

    private static MirrorRule rule(boolean compare) {
        UpstreamRef upstream = new UpstreamRef("m.test", UpstreamRef.DEFAULT_PORT, "/base");
        Mirror settings = new Mirror(upstream, 100, true, List.of("POST"), Duration.ofSeconds(2), compare);
        return new MirrorRule("r", Origin.of("https", "m.test", 443, true), "/base", settings);
    }

    private @Nullable MirrorCopy prepared(boolean hasBody) {
        FieldList fields = new FieldList(1).add("X-Request-Id", "id");
        return mirrors.prepare(rule(false), new MirroredRequest("POST", "/a", "q=1", fields, hasBody));
    }

    private MirrorCopy copy(boolean hasBody) {
        return Objects.requireNonNull(prepared(hasBody));
    }

    private static @Nullable MirrorEnd end(MirrorCopy copy) {
        return copy.end().toCompletableFuture().getNow(null);
    }

    @Test
    void aCopyIsSentBelowTheMirrorsBasePathWithItsMarkLast() {
        copy(false).send();
        UpstreamRequest request = requests.get(0);
        assertThat(request.path()).isEqualTo("/base/a");
        assertThat(request.query()).isEqualTo("q=1");
        assertThat(request.fields()).hasToString("Host: m.test\nX-Request-Id: id\nx-jouska-mirror: 1\n");
    }

    @Test
    void anAnswerInTimeIsAnAnswer() {
        MirrorCopy copy = copy(false);
        copy.send();
        alarms.advance(Duration.ofMillis(1999));
        sent.get(0).head(500, new FieldList(0), new ScriptedBody(0).complete());
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.ANSWERED, 1999, null));
        assertThat(mirrors.underWay()).isEqualTo(1);
        sent.get(0).finished();
        assertThat(mirrors.underWay()).isZero();
        assertThat(alarms.count()).isZero();
        assertThat(aborted).isEmpty();
    }

    @Test
    void theMirrorsTimeIsOverWhenItsDeadlineIs() {
        MirrorCopy copy = copy(false);
        copy.send();
        alarms.advance(Duration.ofSeconds(2));
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.TIMEOUT, 2000, null));
        assertThat(aborted).hasSize(1);
        sent.get(0).failed(new TransportFailure(TransportFailure.Kind.ABORTED, null));
        assertThat(end(copy)).extracting(MirrorEnd::outcome).isEqualTo(MirrorEnd.Way.TIMEOUT);
        assertThat(mirrors.underWay()).isZero();
        assertThat(alarms.count()).isZero();
    }

    @Test
    void aMirrorThatAnswersAndThenNeitherSendsNorReadsIsBrokenOff() {
        MirrorCopy copy = copy(false);
        copy.send();
        ScriptedBody endless = new ScriptedBody(-1);
        sent.get(0).head(200, new FieldList(0), endless);
        alarms.advance(Duration.ofNanos(Drain.PATIENCE_NANOS));
        assertThat(endless.cancelled()).isNotNull();
        assertThat(aborted).hasSize(1);
        assertThat(end(copy)).extracting(MirrorEnd::outcome).isEqualTo(MirrorEnd.Way.ANSWERED);
    }

    @Test
    void aCopyWithABodyIsSentWithTheBodyAndItsTimeBeginsThen() {
        MirrorCopy copy = copy(true);
        assertThat(copy.awaitsBody()).isTrue();
        alarms.advance(Duration.ofSeconds(10));
        assertThat(sent).isEmpty();
        copy.whole(new ScriptedBody(3).arrive("abc").complete());
        assertThat(requests.get(0).body()).isNotNull();
        sent.get(0).failed(new TransportFailure(TransportFailure.Kind.NO_CONNECTION, null));
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.UNREACHABLE, 0, null));
        assertThat(mirrors.underWay()).isZero();
    }

    @Test
    void aCopyWithoutItsWholeBodyIsNotSent() {
        MirrorCopy copy = copy(true);
        alarms.advance(Duration.ofSeconds(1));
        copy.incomplete();
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.BODY_OVER_LIMIT, 1000, null));
        assertThat(sent).isEmpty();
        assertThat(mirrors.underWay()).isZero();
    }

    @Test
    void noMoreThanTheLimitAreUnderWayAndTheRestAreCounted() {
        List<MirrorCopy> copies = new ArrayList<>();
        for (int i = 0; i < Mirrors.MAX_COPIES; i++) {
            copies.add(copy(true));
        }
        assertThat(mirrors.skipped()).isZero();
        assertThat(prepared(true)).isNull();
        assertThat(prepared(false)).isNull();
        assertThat(mirrors.skipped()).isEqualTo(2);
        assertThat(mirrors.underWay()).isEqualTo(Mirrors.MAX_COPIES);
        copies.get(0).incomplete();
        assertThat(prepared(true)).isNotNull();
    }

    // Comparing

    private MirrorCopy compared() {
        FieldList fields = new FieldList(0);
        return Objects.requireNonNull(
                mirrors.prepare(rule(true), new MirroredRequest("POST", "/", null, fields, false)));
    }

    private void mainAnswers(MirrorCopy copy, int status, String body) {
        BodySource watched =
                copy.compareTo(status, new ScriptedBody(-1).arrive(body).complete());
        while (watched.next() == BodySource.State.CHUNK) {
            watched.release();
        }
    }

    private void mirrorAnswers(int status, String body) {
        sent.get(sent.size() - 1)
                .head(
                        status,
                        new FieldList(0),
                        new ScriptedBody(-1).arrive(body).complete());
    }

    private MirrorComparison.@Nullable Verdict verdict(int status, String main, int other, String mirror) {
        MirrorCopy copy = compared();
        copy.send();
        mainAnswers(copy, status, main);
        assertThat(end(copy)).isNull();
        mirrorAnswers(other, mirror);
        copy.mainIsOver();
        MirrorComparison comparison = Objects.requireNonNull(end(copy)).comparison();
        return comparison == null ? null : comparison.verdict();
    }

    @Test
    void theVerdictIsTheFirstThingInWhichTheAnswersDiffer() {
        assertThat(verdict(200, "abc", 200, "abc")).isEqualTo(MirrorComparison.Verdict.SAME);
        assertThat(verdict(404, "", 404, "")).isEqualTo(MirrorComparison.Verdict.SAME);
        assertThat(verdict(200, "abc", 201, "abcd")).isEqualTo(MirrorComparison.Verdict.STATUS);
        assertThat(verdict(200, "abc", 200, "abcd")).isEqualTo(MirrorComparison.Verdict.LENGTH);
        assertThat(verdict(200, "abc", 200, "abd")).isEqualTo(MirrorComparison.Verdict.BODY);
    }

    @Test
    void whatComparingHasComeToIsCountedForEachRoute() {
        assertThat(mirrors.tally("r")).isEmpty();
        verdict(200, "abc", 200, "abc");
        verdict(200, "abc", 200, "abc");
        verdict(200, "abc", 500, "abc");
        MirrorCopy late = compared();
        late.send();
        alarms.advance(Duration.ofSeconds(2));
        assertThat(mirrors.tally("r"))
                .isEqualTo("3 compared: same 2, status 1; 1 not; on average 0 ms here, 0 ms there");
        assertThat(mirrors.tally("other")).isEmpty();
    }

    @Test
    void theAnswersMayComeInAnyOrderAndTheirTimesAreTold() {
        MirrorCopy copy = compared();
        alarms.advance(Duration.ofMillis(10));
        copy.send();
        alarms.advance(Duration.ofMillis(5));
        mirrorAnswers(200, "abc");
        assertThat(end(copy)).isNull();
        alarms.advance(Duration.ofMillis(100));
        mainAnswers(copy, 200, "abc");
        assertThat(end(copy))
                .isEqualTo(new MirrorEnd(
                        "m.test",
                        MirrorEnd.Way.ANSWERED,
                        5,
                        new MirrorComparison(MirrorComparison.Verdict.SAME, 115, 5)));
    }

    @Test
    void nothingIsComparedWhereTheRequestItselfGotNoWholeAnswer() {
        MirrorCopy copy = compared();
        copy.send();
        copy.compareTo(200, new ScriptedBody(-1).arrive("ab")).next();
        copy.mainIsOver();
        mirrorAnswers(200, "ab");
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.ANSWERED, 0, null));
    }

    @Test
    void nothingIsComparedWhereTheMirrorsAnswerBreaksOff() {
        MirrorCopy copy = compared();
        copy.send();
        mainAnswers(copy, 200, "ab");
        sent.get(0).head(200, new FieldList(0), new ScriptedBody(-1).arrive("ab"));
        alarms.advance(Duration.ofNanos(Drain.PATIENCE_NANOS));
        assertThat(aborted).hasSize(1);
        sent.get(0).failed(new TransportFailure(TransportFailure.Kind.ABORTED, null));
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.ANSWERED, 0, null));
        assertThat(mirrors.underWay()).isZero();
    }

    @Test
    void longAnswersAreComparedByTheirBeginningAndTheMirrorsRestIsGivenUp() {
        String start = "x".repeat(65_536);
        MirrorCopy copy = compared();
        copy.send();
        ScriptedBody main = new ScriptedBody(-1);
        ScriptedBody mirror = new ScriptedBody(-1);
        for (int i = 0; i < 16; i++) {
            main.arrive(start);
            mirror.arrive(start);
        }
        main.arrive("and so on").arrive("for long").complete();
        mirror.arrive("or otherwise").arrive("without end");
        BodySource watched = copy.compareTo(200, main);
        while (watched.next() == BodySource.State.CHUNK) {
            watched.release();
        }
        sent.get(0).head(200, new FieldList(0), mirror);
        assertThat(mirror.cancelled()).isNotNull();
        assertThat(Objects.requireNonNull(end(copy)).comparison())
                .isEqualTo(new MirrorComparison(MirrorComparison.Verdict.SAME, 0, 0));
    }

    @Test
    void announcedLengthsTellLongAnswersApart() {
        AnswerShape shorter = new AnswerShape(200, 2_000_000, AnswerShape.MAX_BYTES + 1L, new byte[0], 0);
        AnswerShape longer = new AnswerShape(200, 2_000_001, AnswerShape.MAX_BYTES + 1L, new byte[0], 0);
        AnswerShape unknown = new AnswerShape(200, -1, AnswerShape.MAX_BYTES + 1L, new byte[0], 0);
        assertThat(shorter.comparedTo(longer)).isEqualTo(MirrorComparison.Verdict.LENGTH);
        assertThat(shorter.comparedTo(unknown)).isEqualTo(MirrorComparison.Verdict.SAME);
    }
}
