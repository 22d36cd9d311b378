package dev.gatehouse.forward;

import dev.gatehouse.event.Outcome;
import java.util.concurrent.CompletionStage;

/** Whether an exchange may ask its upstream, and what happens to it if not. */
public sealed interface Admission {

    /** It may. */
    Admission GRANTED = new Granted();

    /** It may. */
    record Granted() implements Admission {}

    /** It may, and goes to {@code hop} and nowhere else. */
    record Chosen(Hop hop) implements Admission {}

    /** It is answered by the proxy itself. */
    record Answered(OwnAnswer answer, Outcome outcome) implements Admission {}

    /**
     * It is not known yet.
     *
     * @param settled settles with any admission, on any thread
     */
    record Awaited(CompletionStage<Admission> settled) implements Admission {}

    /** Another server is asked first. */
    record Asking(Inquiry inquiry) implements Admission {}

    /** The server that was asked has refused, and what it says goes to the client. Only as the outcome of an inquiry. */
    record Relayed(Reception.Received received) implements Admission {}
}
