package dev.gatehouse.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.body.BodySource.State;
import dev.gatehouse.forward.mirror.BodyTaker;
import dev.gatehouse.testkit.ScriptedBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One attempt after another is given the client's body, whole and once, whatever the one before was doing. */
class RequestBodyTest {

    private final ScriptedBody client = new ScriptedBody(-1);
    private final List<String> calls = new ArrayList<>();

    private RequestBody recorded(long replayBytes) {
        return new RequestBody(client, Long.MAX_VALUE, replayBytes);
    }

    /** All that can be read now, each chunk in brackets, and what was said in the end. */
    private static String read(BodySource body) {
        StringBuilder text = new StringBuilder();
        while (true) {
            State state = body.next();
            if (state != State.CHUNK) {
                return text.append(state).toString();
            }
            text.append('[').append(text(body.chunk())).append(body.isLast() ? "!]" : "]");
            body.release();
        }
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.ISO_8859_1.decode(bytes.duplicate()).toString();
    }

    @Test
    void withoutARecordingTheClientsOwnChunksPass() {
        RequestBody body = recorded(0);
        BodySource first = body.open();
        client.arrive("one");
        assertThat(first.next()).isEqualTo(State.CHUNK);
        assertThat(first.chunk()).isSameAs(client.chunk());
        first.release();
        client.arrive("two").complete();
        assertThat(first.next()).isEqualTo(State.CHUNK);
        assertThat(first.chunk()).isSameAs(client.chunk());
        assertThat(first.isLast()).isTrue();
        assertThat(body.isOver()).isTrue();
        assertThat(body.isReplayable()).isFalse();
        assertThat(body.retract()).isFalse();
        assertThatThrownBy(body::open).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void withoutARecordingABodyThatNobodyReadCanStillBeSent() {
        RequestBody body = recorded(0);
        BodySource first = body.open();
        assertThat(read(first)).isEqualTo("PENDING");
        first.demand(() -> calls.add("first"));
        first.cancel(new IOException("refused"));
        assertThat(body.retract()).isTrue();
        BodySource second = body.open();
        assertThat(read(second)).isEqualTo("PENDING");
        second.demand(() -> calls.add("second"));
        client.arrive("all").complete();
        assertThat(calls).containsExactly("second");
        assertThat(read(second)).isEqualTo("[all!]END");
    }

    @Test
    void aBodyIsFailedBeyondItsBoundAndNotAtIt() {
        RequestBody body = new RequestBody(client, 4, 0);
        BodySource first = body.open();
        client.arrive("four");
        assertThat(read(first)).isEqualTo("[four]PENDING");
        assertThat(body.isTooLarge()).isFalse();
        client.arrive("!");
        assertThat(read(first)).isEqualTo("FAILED");
        assertThat(body.isTooLarge()).isTrue();
        assertThat(first.failure()).hasMessage("the body is longer than 4 bytes");
        assertThat(read(first)).isEqualTo("FAILED");
    }

    @Test
    void aRecordedBodyIsFailedBeyondItsBoundForEveryAttempt() {
        RequestBody body = new RequestBody(client, 4, 100);
        client.arrive("four").arrive("!");
        assertThat(read(body.open())).isEqualTo("[four]FAILED");
        assertThat(body.isTooLarge()).isTrue();
        assertThat(read(body.open())).isEqualTo("[four]FAILED");
    }

    @Test
    void aLaterAttemptIsGivenWhatWasRecordedAndThenGoesOnAtTheClient() {
        RequestBody body = recorded(100);
        client.arrive("one ").arrive("two ");
        assertThat(read(body.open())).isEqualTo("[one ][two ]PENDING");
        BodySource second = body.open();
        assertThat(read(second)).isEqualTo("[one two ]PENDING");
        second.demand(() -> {});
        client.arrive("three").complete();
        assertThat(body.isOver()).isFalse();
        assertThat(read(second)).isEqualTo("[three!]END");
        assertThat(body.isOver()).isTrue();
        BodySource third = body.open();
        assertThat(body.isOver()).isFalse();
        assertThat(read(third)).isEqualTo("[one two three!]END");
        assertThat(body.isOver()).isTrue();
        assertThat(third.length()).isEqualTo(-1);
    }

    @Test
    void theAnnouncedLengthIsTheSameForEachAttempt() {
        RequestBody body = new RequestBody(new ScriptedBody(7), Long.MAX_VALUE, 100);
        assertThat(body.open().length()).isEqualTo(7);
        assertThat(body.open().length()).isEqualTo(7);
    }

    @Test
    void aBodyThatFillsTheRecordingCanBeSentAgainAndOneByteMoreCannot() {
        RequestBody fits = recorded(6);
        client.arrive("three").arrive("!").complete();
        assertThat(read(fits.open())).isEqualTo("[three][!!]END");
        assertThat(fits.retract()).isTrue();
        assertThat(read(fits.open())).isEqualTo("[three!!]END");

        ScriptedBody longer = new ScriptedBody(-1).arrive("three").arrive("!!").complete();
        RequestBody outgrows = new RequestBody(longer, Long.MAX_VALUE, 6);
        BodySource only = outgrows.open();
        assertThat(only.next()).isEqualTo(State.CHUNK);
        only.release();
        assertThat(outgrows.isReplayable()).isTrue();
        assertThat(read(only)).isEqualTo("[!!!]END");
        assertThat(outgrows.isReplayable()).isFalse();
        assertThat(outgrows.isTooLarge()).isFalse();
    }

    @Test
    void aBodyThatMustFitIsTooLargeOnceItOutgrowsTheRecording() {
        RequestBody body = new RequestBody(client, Long.MAX_VALUE, 6, true, null);
        client.arrive("sixsix").arrive("!");
        assertThat(read(body.open())).isEqualTo("[sixsix]FAILED");
        assertThat(body.isTooLarge()).isTrue();
    }

    @Test
    void aBodyThatMustFitMayGoOnOnceNoAttemptFollows() {
        RequestBody body = new RequestBody(client, Long.MAX_VALUE, 6, true, null);
        BodySource only = body.open();
        client.arrive("sixsix");
        assertThat(read(only)).isEqualTo("[sixsix]PENDING");
        body.settle();
        only.demand(() -> calls.add("only"));
        client.arrive("and more").complete();
        assertThat(calls).containsExactly("only");
        assertThat(read(only)).isEqualTo("[and more!]END");
        assertThat(body.isTooLarge()).isFalse();
    }

    @Test
    void onceItIsSettledAnAttemptReadsTheRestOfTheRecordingAndThenTheClientsOwnChunks() {
        RequestBody body = recorded(100);
        client.arrive("one");
        assertThat(read(body.open())).isEqualTo("[one]PENDING");
        BodySource second = body.open();
        body.settle();
        assertThat(body.isReplayable()).isFalse();
        assertThat(read(second)).isEqualTo("[one]PENDING");
        second.demand(() -> {});
        client.arrive("two").complete();
        assertThat(second.next()).isEqualTo(State.CHUNK);
        assertThat(second.chunk()).isSameAs(client.chunk());
        second.release();
        assertThat(second.next()).isEqualTo(State.END);
    }

    @Test
    void aDemandThatWaitsAtTheClientIsTheNextAttempts() {
        RequestBody body = recorded(100);
        BodySource first = body.open();
        assertThat(read(first)).isEqualTo("PENDING");
        first.demand(() -> calls.add("first"));
        BodySource second = body.open();
        assertThat(read(second)).isEqualTo("PENDING");
        second.demand(() -> calls.add("second"));
        client.arrive("all").complete();
        assertThat(calls).containsExactly("second");
        assertThat(read(second)).isEqualTo("[all!]END");
    }

    @Test
    void aDemandThatComesTrueWhileNobodyWaitsIsNotLost() {
        RequestBody body = recorded(100);
        BodySource first = body.open();
        assertThat(read(first)).isEqualTo("PENDING");
        first.demand(() -> calls.add("first"));
        BodySource second = body.open();
        client.arrive("all").complete();
        assertThat(calls).isEmpty();
        second.demand(() -> calls.add("second"));
        assertThat(calls).containsExactly("second");
        assertThat(read(second)).isEqualTo("[all!]END");
    }

    @Test
    void aLateDemandOfAnAttemptThatWasReplacedIsDropped() {
        RequestBody body = recorded(100);
        BodySource first = body.open();
        assertThat(read(first)).isEqualTo("PENDING");
        BodySource second = body.open();
        first.demand(() -> calls.add("first"));
        assertThat(client.isDemanded()).isFalse();
        assertThat(read(second)).isEqualTo("PENDING");
        second.demand(() -> calls.add("second"));
        client.arrive("all");
        assertThat(calls).containsExactly("second");
    }

    @Test
    void aReplacedAttemptConsumesNothingAndIsSilentUntilItIsBrokenOff() {
        RequestBody body = recorded(100);
        client.arrive("one");
        BodySource first = body.open();
        BodySource second = body.open();
        assertThat(read(first)).isEqualTo("PENDING");
        first.cancel(new IOException("broken off"));
        assertThat(read(first)).isEqualTo("FAILED");
        assertThat(first.failure()).hasMessage("the attempt was given up");
        assertThat(client.cancelled()).isNull();
        assertThat(client.looks()).isZero();
        assertThat(read(second)).isEqualTo("[one]PENDING");
    }

    @Test
    void whatAnAttemptHoldsStaysAsItIsWhileTheNextOneReadsOn() {
        RequestBody body = recorded(100);
        client.arrive("one");
        BodySource first = body.open();
        assertThat(first.next()).isEqualTo(State.CHUNK);
        ByteBuffer held = first.chunk();
        BodySource second = body.open();
        client.arrive("TWO");
        assertThat(read(second)).isEqualTo("[one][TWO]PENDING");
        second.demand(() -> {});
        assertThat(text(held)).isEqualTo("one");
        first.release();
        first.cancel(new IOException("broken off"));
        client.arrive("three").complete();
        assertThat(read(second)).isEqualTo("[three!]END");
    }

    @Test
    void whatAnAttemptIsReadingWhileItIsReplacedIsTheNextOnes() {
        RequestBody body = recorded(100);
        List<BodySource> second = new ArrayList<>();
        BodySource first = body.open();
        client.arrive("one").complete();
        client.beforeNext(() -> {
            BodySource next = body.open();
            second.add(next);
            assertThat(next.next()).isEqualTo(State.PENDING); // somebody else is asking the client
            next.demand(() -> calls.add("second"));
            assertThat(calls).isEmpty();
        });
        assertThat(read(first)).isEqualTo("PENDING");
        assertThat(calls).containsExactly("second");
        assertThat(read(second.get(0))).isEqualTo("[one!]END");
    }

    @Test
    void whatAnAttemptIsReadingWhileItIsReplacedIsNotLostWhereItDoesNotFit() {
        RequestBody body = recorded(4);
        List<BodySource> second = new ArrayList<>();
        client.arrive("four");
        BodySource first = body.open();
        assertThat(read(first)).isEqualTo("[four]PENDING");
        client.arrive(" and more").complete();
        first.demand(() -> {});
        client.beforeNext(() -> {
            assertThat(body.retract()).isTrue();
            second.add(body.open());
        });
        assertThat(read(first)).isEqualTo("PENDING");
        assertThat(read(second.get(0))).isEqualTo("[four][ and more!]END");
        assertThat(body.isReplayable()).isFalse();
    }

    @Test
    void aClientThatHasNothingIsDemandedFromForTheOneThatWaitsByThen() {
        RequestBody body = recorded(100);
        List<BodySource> second = new ArrayList<>();
        BodySource first = body.open();
        client.beforeNext(() -> {
            BodySource next = body.open();
            second.add(next);
            next.demand(() -> calls.add("second"));
        });
        assertThat(read(first)).isEqualTo("PENDING");
        assertThat(client.isDemanded()).isTrue();
        client.arrive("all").complete();
        assertThat(calls).containsExactly("second");
        assertThat(read(second.get(0))).isEqualTo("[all!]END");
    }

    @Test
    void aBodyThatBrokeOffIsBrokenForTheNextAttemptToo() {
        RequestBody body = recorded(100);
        client.arrive("one").breakOff(new IOException("reset"));
        assertThat(read(body.open())).isEqualTo("[one]FAILED");
        BodySource second = body.open();
        assertThat(read(second)).isEqualTo("[one]FAILED");
        assertThat(second.failure()).hasMessage("reset");
    }

    @Test
    void anAttemptThatCannotBeFollowedGivesTheClientsBodyUp() {
        RequestBody body = recorded(2);
        client.arrive("more");
        BodySource only = body.open();
        assertThat(read(only)).isEqualTo("[more]PENDING");
        only.cancel(new IOException("broken off"));
        assertThat(client.cancelled()).hasMessage("broken off");
    }

    @Test
    void aLongBodyIsRepeatedByteForByteWhereverItIsCut() {
        RequestBody body = recorded(100_000);
        StringBuilder all = new StringBuilder();
        for (int size = 1; size <= 40_000; size = size * 3 + 1) {
            String piece = String.valueOf((char) ('a' + all.length() % 26)).repeat(size);
            client.arrive(piece);
            all.append(piece);
        }
        client.complete();
        String first = read(body.open()).replaceAll("[^a-z]", "");
        assertThat(first).isEqualTo(all.toString());
        assertThat(read(body.open()).replaceAll("[^a-z]", "")).isEqualTo(first);
    }

    @Test
    void whereverAnAttemptIsReplacedTheNextOneGetsEveryByteOnce() {
        for (int replayBytes : new int[] {3, 7, 100}) {
            for (int looks = 0; looks < 8; looks++) {
                for (boolean within : new boolean[] {false, true}) {
                    assertThat(replacedAfter(looks, within, replayBytes))
                            .as("%s looks, within one: %s, %s bytes recorded", looks, within, replayBytes)
                            .isIn("abcdefg", replayBytes == 100 ? "abcdefg" : "not replayable");
                }
            }
        }
    }

    /** What the second attempt is given where the first is replaced after so many looks, or in the middle of the last. */
    private static String replacedAfter(int looks, boolean within, int replayBytes) {
        ScriptedBody client = new ScriptedBody(-1);
        RequestBody body = new RequestBody(client, Long.MAX_VALUE, replayBytes);
        BodySource first = body.open();
        List<BodySource> second = new ArrayList<>();
        StringBuilder given = new StringBuilder();
        Runnable replace = () -> {
            if (second.isEmpty() && body.retract()) {
                BodySource next = body.open();
                second.add(next);
                pull(next, given);
            }
        };
        List<String> pieces = new ArrayList<>(List.of("a", "bc", "def", "g"));
        for (int look = 0; look < looks; look++) {
            if (within && look == looks - 1) {
                client.beforeNext(replace);
            }
            State found = first.next();
            if (found == State.CHUNK) {
                first.release();
            } else if (found == State.PENDING && !pieces.isEmpty()) {
                first.demand(() -> {});
                client.arrive(pieces.remove(0));
            }
        }
        client.beforeNext(() -> {});
        replace.run();
        first.cancel(new IOException("given up"));
        pieces.forEach(client::arrive);
        client.complete();
        return second.isEmpty() ? "not replayable" : given.toString();
    }

    /** Reads on whenever there is something. */
    private static void pull(BodySource body, StringBuilder into) {
        while (true) {
            State state = body.next();
            if (state == State.CHUNK) {
                into.append(text(body.chunk()));
                body.release();
            } else if (state == State.PENDING) {
                body.demand(() -> pull(body, into));
                return;
            } else {
                return;
            }
        }
    }

    // The copy for a mirror

    private final BodyTaker taker = new BodyTaker() {

        @Override
        public void whole(BodySource body) {
            calls.add(body.length() + read(body));
        }

        @Override
        public void incomplete() {
            calls.add("incomplete");
        }
    };

    private RequestBody copied(long replayBytes) {
        return new RequestBody(client, Long.MAX_VALUE, replayBytes, false, taker);
    }

    @Test
    void aCopyIsTakenWhenTheBodyIsComplete() {
        RequestBody body = copied(0);
        BodySource only = body.open();
        client.arrive("one ");
        assertThat(read(only)).isEqualTo("[one ]PENDING");
        assertThat(body.isReplayable()).isFalse();
        assertThat(calls).isEmpty();
        body.settle();
        only.demand(() -> {});
        client.arrive("two").complete();
        assertThat(read(only)).isEqualTo("[two!]END");
        assertThat(calls).containsExactly("7[one two!]END");
        body.abandonCopy();
        assertThat(calls).hasSize(1);
    }

    @Test
    void aCopyMayBeAsLongAsItMayAndNotLonger() {
        client.arrive("x".repeat(60_000)).arrive("x".repeat(60_000)).arrive("x".repeat(60_000));
        client.arrive("x".repeat(60_000)).arrive("x".repeat(262_144 - 240_000)).complete();
        read(copied(0).open());
        assertThat(calls).singleElement().asString().startsWith("262144[");
        calls.clear();

        ScriptedBody longer = new ScriptedBody(-1);
        RequestBody body = new RequestBody(longer, Long.MAX_VALUE, 0, false, taker);
        BodySource only = body.open();
        for (int i = 0; i < 5; i++) {
            longer.arrive("x".repeat(52_429));
        }
        longer.complete();
        assertThat(read(only)).hasSize(5 * 52_429 + 2 * 5 + 1 + 3);
        assertThat(calls).containsExactly("incomplete");
    }

    @Test
    void aCopyAndAReplayShareOneRecording() {
        RequestBody body = copied(3);
        client.arrive("one");
        BodySource first = body.open();
        assertThat(read(first)).isEqualTo("[one]PENDING");
        first.demand(() -> {});
        assertThat(body.isReplayable()).isTrue();
        BodySource second = body.open();
        client.arrive("two").complete();
        assertThat(read(second)).isEqualTo("[one][two!]END");
        assertThat(body.isReplayable()).isFalse();
        assertThat(calls).containsExactly("6[onetwo!]END");
    }

    @Test
    void aBodyThatNoAttemptReadsOnIsReadForTheCopyAlone() {
        RequestBody body = copied(0);
        BodySource only = body.open();
        client.arrive("one ");
        assertThat(read(only)).isEqualTo("[one ]PENDING");
        only.demand(() -> calls.add("only"));
        only.cancel(new IOException("refused"));
        body.readForCopy(() -> calls.add("done"));
        client.arrive("two");
        assertThat(calls).isEmpty();
        assertThat(body.awaitsCopy()).isTrue();
        client.complete();
        assertThat(calls).containsExactly("7[one two!]END", "done");
        assertThat(body.awaitsCopy()).isFalse();
    }

    @Test
    void readingForTheCopyAloneEndsWhereThereIsNoneToBeMade() {
        RequestBody body = copied(0);
        body.open().cancel(new IOException("refused"));
        body.readForCopy(() -> calls.add("done"));
        for (int i = 0; i < 5; i++) {
            client.arrive("x".repeat(52_429));
        }
        assertThat(calls).containsExactly("incomplete", "done");
        int looks = client.looks();
        client.arrive("more");
        assertThat(client.looks()).isEqualTo(looks);
    }

    @Test
    void aCopyThatNobodyReadsOnForIsGivenUp() {
        RequestBody body = copied(0);
        body.open().cancel(new IOException("refused"));
        body.readForCopy(() -> calls.add("done"));
        client.arrive("one ");
        body.abandonCopy();
        assertThat(calls).containsExactly("incomplete");
        client.complete();
        assertThat(calls).containsExactly("incomplete", "done");
    }

    @Test
    void thereIsNoCopyOfABodyThatBrokeOffOrIsTooLarge() {
        read(copied(0).open());
        client.arrive("one");
        RequestBody broken = copied(0);
        client.breakOff(new IOException("reset"));
        read(broken.open());
        assertThat(calls).containsExactly("incomplete");
        calls.clear();
        ScriptedBody longer = new ScriptedBody(-1).arrive("one").complete();
        read(new RequestBody(longer, 2, 0, false, taker).open());
        assertThat(calls).containsExactly("incomplete");
    }
}
