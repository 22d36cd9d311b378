package dev.gatehouse.forward;

import dev.gatehouse.event.InjectEnd;
import dev.gatehouse.event.LimitReason;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.event.StreamEnd;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Is told once how an exchange was answered. Must not block. */
public interface Report {

    /** A copy of the request is made, before the answer is settled; {@code end} settles when it is known what became of it. */
    void mirrored(CompletionStage<MirrorEnd> end);

    /**
     * The answer is settled.
     *
     * @param hop who answered, or who was tried last; null where nobody was asked
     * @param status what the client gets; 499 where it had gone
     * @param walked how it came there
     * @param relayed what is relayed; null where no upstream's response is
     */
    void answered(@Nullable Hop hop, int status, Walked walked, Outcome outcome, @Nullable Relayed relayed);

    /**
     * How an exchange came to its answer.
     *
     * @param attempts requests sent to upstreams, the first included
     * @param ejected the authorities that were passed over for their failures before the first attempt
     * @param limit what held the exchange back; null where nothing did
     */
    record Walked(
            int attempts, List<String> ejected, @Nullable LimitReason limit) {

        /** Copies the list. */
        public Walked {
            ejected = List.copyOf(ejected);
        }
    }

    /**
     * An upstream's response that is relayed.
     *
     * @param received what was made of its head
     * @param stream settles when the body has ended; null where none is streamed
     * @param inject settles when the body has ended; null where nothing is placed in it
     */
    record Relayed(
            Reception.Received received,
            @Nullable CompletionStage<StreamEnd> stream,
            @Nullable CompletionStage<InjectEnd> inject) {}

    /** Whether anybody wants to know how streams end; if not, none is kept track of. */
    boolean wantsStreams();
}
