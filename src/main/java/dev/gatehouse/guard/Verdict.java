package dev.gatehouse.guard;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;

/** What the guards decided. */
public sealed interface Verdict {

    /** The request goes on. */
    Verdict PASS = new Pass();

    /** The request goes on. */
    record Pass() implements Verdict {}

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
        static Refuse with(int status, Reason reason, String code) {
            return new Refuse(status, reason, code, new FieldList(0));
        }
    }

    /**
     * The request was a question of a browser, and this is the whole answer: status 204 with these fields.
     *
     * @param fields what is admitted
     */
    record Preflight(Fields fields) implements Verdict {}
}
