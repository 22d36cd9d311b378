package dev.gatehouse.forward;

import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.StreamEnd;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Is told once how an exchange was answered. Must not block. */
public interface Report {

    /**
     * The answer is settled.
     *
     * @param hop who answered, or who was tried last
     * @param status what the client gets; 499 where it had gone
     * @param attempts requests sent, the first included
     * @param stream settles when the body has ended; null where none is streamed
     */
    void answered(
            Hop hop,
            int status,
            int attempts,
            Outcome outcome,
            boolean redirectRewritten,
            @Nullable CompletionStage<StreamEnd> stream);

    /** Whether anybody wants to know how streams end; if not, none is kept track of. */
    boolean wantsStreams();
}
