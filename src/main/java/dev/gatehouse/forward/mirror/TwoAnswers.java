package dev.gatehouse.forward.mirror;

import dev.gatehouse.event.MirrorComparison;
import dev.gatehouse.event.MirrorEnd;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings the two answers to one request together, in whichever order they come, and settles what became of the copy once
 * they are compared or will not be.
 *
 * <p>Threads: any.
 */
final class TwoAnswers {

    private final Consumer<MirrorEnd> settle;
    private @Nullable MirrorEnd answered;
    private @Nullable AnswerShape main;
    private @Nullable AnswerShape mirror;
    private boolean givenUp;

    TwoAnswers(Consumer<MirrorEnd> settle) {
        this.settle = settle;
    }

    /** The mirror has answered. */
    void answered(MirrorEnd end) {
        synchronized (this) {
            answered = end;
        }
        settleIfKnown();
    }

    /** The answer to the request is complete. */
    void main(AnswerShape shape) {
        synchronized (this) {
            main = shape;
        }
        settleIfKnown();
    }

    /** The answer to the copy is complete. */
    void mirror(AnswerShape shape) {
        synchronized (this) {
            mirror = shape;
        }
        settleIfKnown();
    }

    /** One of the answers will not be complete; nothing changes where it is. */
    void giveUp(boolean isMain) {
        synchronized (this) {
            givenUp |= (isMain ? main : mirror) == null;
        }
        settleIfKnown();
    }

    private void settleIfKnown() {
        MirrorEnd end = known();
        if (end != null) {
            settle.accept(end);
        }
    }

    private synchronized @Nullable MirrorEnd known() {
        MirrorEnd end = answered;
        AnswerShape one = main;
        AnswerShape other = mirror;
        if (end == null || !givenUp && (one == null || other == null)) {
            return null;
        }
        if (one == null || other == null) {
            return end;
        }
        return end.compared(new MirrorComparison(one.comparedTo(other), one.millis(), other.millis()));
    }
}
