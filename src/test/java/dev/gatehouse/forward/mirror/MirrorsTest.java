package dev.gatehouse.forward.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Mirror;
import dev.gatehouse.config.model.UpstreamRef;
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
    private final MirrorRule rule = new MirrorRule(
            Origin.of("https", "m.test", 443, true),
            "/base",
            new Mirror(
                    new UpstreamRef("m.test", UpstreamRef.DEFAULT_PORT, "/base"),
                    100,
                    true,
                    List.of("POST"),
                    Duration.ofSeconds(2)));

    private @Nullable MirrorCopy prepared(boolean hasBody) {
        FieldList fields = new FieldList(1).add("X-Request-Id", "id");
        return mirrors.prepare(rule, new MirroredRequest("POST", "/a", "q=1", fields, hasBody));
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
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.ANSWERED, 1999));
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
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.TIMEOUT, 2000));
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
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.UNREACHABLE, 0));
        assertThat(mirrors.underWay()).isZero();
    }

    @Test
    void aCopyWithoutItsWholeBodyIsNotSent() {
        MirrorCopy copy = copy(true);
        alarms.advance(Duration.ofSeconds(1));
        copy.incomplete();
        assertThat(end(copy)).isEqualTo(new MirrorEnd("m.test", MirrorEnd.Way.BODY_OVER_LIMIT, 1000));
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
}
