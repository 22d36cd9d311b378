package dev.gatehouse.forward.mirror;

import dev.gatehouse.event.MirrorComparison.Verdict;
import java.util.Arrays;

/**
 * What is compared of an answer.
 *
 * @param announced the announced length of its body; -1 where none was announced
 * @param bytes how many bytes of the body came; {@code MAX_BYTES + 1} for any number beyond {@link #MAX_BYTES}
 * @param digest the SHA-256 of the first {@link #MAX_BYTES} of them
 * @param millis how long its head took
 */
record AnswerShape(int status, long announced, long bytes, byte[] digest, long millis) {

    /** How much of a body is looked at. */
    static final int MAX_BYTES = 1024 * 1024;

    Verdict comparedTo(AnswerShape other) {
        if (status != other.status) {
            return Verdict.STATUS;
        }
        boolean announcedOtherwise = announced >= 0 && other.announced >= 0 && announced != other.announced;
        if (bytes != other.bytes || announcedOtherwise) {
            return Verdict.LENGTH;
        }
        return Arrays.equals(digest, other.digest) ? Verdict.SAME : Verdict.BODY;
    }
}
