package dev.gatehouse.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** No call into the container outlives the request it was made for. */
class CallGateTest {

    private final CallGate gate = new CallGate();
    private final AtomicInteger completions = new AtomicInteger();

    @Test
    void callsAreLetInUntilTheContainerEndsTheRequest() throws Exception {
        gate.enter();
        gate.enter();
        gate.exit();
        gate.exit();
        gate.close();
        assertThat(gate.tryEnter()).isFalse();
        assertThatThrownBy(gate::enter).isInstanceOf(IOException.class);
    }

    @Test
    void theRequestIsCompletedAtOnceWhereNoCallIsUnderWay() {
        gate.end(completions::incrementAndGet);
        assertThat(completions).hasValue(1);
        assertThat(gate.tryEnter()).isFalse();
    }

    @Test
    void theLastCallOutCompletesTheRequest() throws Exception {
        gate.enter();
        gate.enter();
        gate.end(completions::incrementAndGet);
        gate.exit();
        assertThat(completions).hasValue(0);
        gate.exit();
        assertThat(completions).hasValue(1);
    }

    @Test
    void aRequestIsCompletedOnce() throws Exception {
        gate.enter();
        gate.end(completions::incrementAndGet);
        gate.end(completions::incrementAndGet);
        gate.exit();
        gate.end(completions::incrementAndGet);
        assertThat(completions).hasValue(1);
    }

    @Test
    void aRequestThatTheContainerEndedIsNotCompletedAgain() throws Exception {
        gate.enter();
        Thread container = new Thread(gate::close);
        container.start();
        while (gate.tryEnter()) {
            gate.exit();
        }
        gate.end(completions::incrementAndGet);
        gate.exit();
        container.join();
        assertThat(completions).hasValue(0);
    }

    @Test
    void theContainerWaitsForTheCallUnderWay() throws Exception {
        gate.enter();
        Thread container = new Thread(gate::close);
        container.start();
        container.join(20);
        assertThat(container.isAlive()).isTrue();
        gate.exit();
        container.join(5_000);
        assertThat(container.isAlive()).isFalse();
    }

    @Test
    void theContainerDoesNotWaitForACallThatWaitsForIt() throws Exception {
        gate.enter();
        Thread container = new Thread(gate::close);
        container.start();
        container.join(5_000);
        assertThat(container.isAlive()).isFalse();
    }

    @Test
    void noCallIsUnderWayOnceTheContainerHasClosedIt() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            CallGate raced = new CallGate();
            AtomicInteger inside = new AtomicInteger();
            Thread caller = new Thread(() -> {
                while (raced.tryEnter()) {
                    inside.incrementAndGet();
                    inside.decrementAndGet();
                    raced.exit();
                }
            });
            caller.start();
            raced.close();
            assertThat(inside).hasValue(0);
            caller.join();
        }
    }
}
