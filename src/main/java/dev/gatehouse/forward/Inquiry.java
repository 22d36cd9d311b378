package dev.gatehouse.forward;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A question to another server whether a request may go on: one request without a body, whose answer decides. It is sent
 * once, whatever comes of it, and follows no redirect.
 *
 * <p>Implemented by the gateway. Threads: one call at a time.
 */
public interface Inquiry {

    /** The method of the question. */
    String method();

    /** The server that is asked. */
    Hop hop();

    /** The literal path that is asked for, base path included. */
    String path();

    /** The literal query; null for none. */
    @Nullable
    String query();

    /** The field lines of the question but for {@code Host}. */
    FieldList fields();

    /** How long the head of the answer may take. */
    long timeoutNanos();

    /**
     * What the answer means.
     *
     * @param length the announced length of its body; -1 where none was announced
     */
    Admission answered(int status, Fields fields, long length);

    /** What it means that no answer came, for whatever reason. */
    Admission unanswered();
}
