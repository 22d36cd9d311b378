package dev.gatehouse.guard;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import java.util.concurrent.CompletionStage;

/** What the guards decided. */
public sealed interface Verdict {

    /** The request goes on, and nothing is said about it. */
    Pass PASS = new Pass(new FieldList(0), new FieldList(0));

    /**
     * The request goes on.
     *
     * @param upstream fields for the upstream request, in place of any of the same name: what a guard has found out about
     *     the caller
     * @param answer fields for the answer, whoever gives it: what a guard tells the caller
     */
    record Pass(Fields upstream, Fields answer) implements Verdict {

        private boolean saysNothing() {
            return upstream.size() == 0 && answer.size() == 0;
        }

        /** This, and what another guard that let the request pass has to say. */
        Pass and(Pass other) {
            if (other.saysNothing()) {
                return this;
            }
            return saysNothing()
                    ? other
                    : new Pass(FieldList.joined(upstream, other.upstream), FieldList.joined(answer, other.answer));
        }
    }

    /**
     * The request is answered here and goes no further.
     *
     * @param status 400 to 599
     * @param reason which guard refused
     * @param code a fixed word for the body of the answer; never text from the request
     * @param fields further fields of the answer
     */
    record Refuse(int status, Reason reason, String code, Fields fields) implements Verdict {

        /** A refusal without further fields. */
        public static Refuse with(int status, Reason reason, String code) {
            return new Refuse(status, reason, code, new FieldList(0));
        }
    }

    /**
     * The request was a question of a browser, and this is the whole answer: status 204 with these fields.
     *
     * @param fields what is admitted
     */
    record Preflight(Fields fields) implements Verdict {}

    /**
     * Not known yet: somebody has been asked. Whoever waits for it must not hold a thread.
     *
     * @param verdict settles with any other verdict, on any thread; never fails
     */
    record Later(CompletionStage<Verdict> verdict) implements Verdict {}
}
