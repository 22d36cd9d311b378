package dev.gatehouse.forward;

import dev.gatehouse.config.model.FailureKind;
import dev.gatehouse.config.model.Triggers;
import dev.gatehouse.event.LimitReason;
import dev.gatehouse.upstream.PoolState;
import dev.gatehouse.upstream.limit.Seats;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of one exchange over the upstreams of its route: which is asked first, whether another follows, and what the route
 * learns from it. One after the other, never two at once.
 *
 * <p>Each upstream is tried once, in order, as long as the failures are such that lead on for the request's method. A single
 * one that no failure leads on from is tried again as often as its retries allow. Neither happens to a request that may not
 * be sent again.
 *
 * <p>Threads: confined to the exchange.
 */
final class Walk {

    /** What follows a failure. */
    sealed interface Next {

        /** Nothing. */
        record End() implements Next {}

        /**
         * Another attempt.
         *
         * @param hop where
         * @param delayNanos after how long
         */
        record Attempt(Hop hop, long delayNanos) implements Next {}
    }

    /** Whether the request can be sent again; it changes while its body is under way. */
    interface Repeats {

        /** Whether it could be at this moment. */
        boolean possible();

        /** Makes ready for it; false where that has become impossible. */
        boolean prepare();
    }

    private static final Next END = new Next.End();

    private final Candidates candidates;
    private final RetryRule retries;
    private final Triggers triggers;
    private final Repeats repeats;
    private final boolean several;
    private List<Hop> order = List.of();
    private List<String> ejected = List.of();
    private String reason = "";
    private int attempts;
    private Seats.@Nullable Seat seat;
    private @Nullable LimitReason limit;

    /** The way of a request with {@code method}. */
    Walk(Candidates candidates, RetryRule retries, String method, Repeats repeats) {
        this.candidates = candidates;
        this.retries = retries;
        this.repeats = repeats;
        this.triggers = candidates.failover().on(method);
        this.several = candidates.hops().size() > 1 || candidates.failover().anyMethod();
    }

    /** The first upstream; null where none may be asked, or as many requests as may be are under way at the one chosen. */
    @Nullable
    Hop begin() {
        if (candidates.hops().isEmpty()) {
            return null;
        }
        return isSeated(candidates.hops().get(0)) ? first(present()) : null;
    }

    /** The same where a gate has chosen {@code hop}, which is then the only one. */
    @Nullable
    Hop only(Hop hop) {
        return isSeated(hop) ? first(List.of(hop)) : null;
    }

    private boolean isSeated(Hop hop) {
        Seats seats = candidates.state().seats();
        if (seats == null) {
            return true;
        }
        seat = seats.take(hop.origin().authority());
        if (seat == null) {
            limit = LimitReason.IN_FLIGHT;
        }
        return seat != null;
    }

    private Hop first(List<Hop> way) {
        if (candidates.state().retries() != null) {
            candidates.state().retries().request();
        }
        order = way;
        attempts = 1;
        return way.get(0);
    }

    /** The upstreams that are not left out for their failures; the first of all where all are. */
    private List<Hop> present() {
        PoolState state = candidates.state();
        if (!several || state.ejections() == null) {
            return candidates.hops();
        }
        List<Hop> in = new ArrayList<>(candidates.hops().size());
        List<String> out = new ArrayList<>(0);
        for (Hop hop : candidates.hops()) {
            String authority = hop.origin().authority();
            if (state.ejections().isOut(authority)) {
                out.add(authority);
            } else {
                in.add(hop);
            }
        }
        if (in.isEmpty()) {
            return candidates.hops().subList(0, 1); // nobody was skipped for another
        }
        ejected = out;
        return in;
    }

    /**
     * An attempt has failed without an answer.
     *
     * @param how in words
     * @param remainingNanos what is left of the total deadline
     */
    Next failed(Hop hop, FailureKind kind, String how, long remainingNanos) {
        reason = how;
        if (candidates.health() != null) {
            candidates.health().failed(hop.name(), kind);
        }
        if (!several) {
            return again(hop, kind, remainingNanos);
        }
        return triggers.names(kind) ? goOn(hop, remainingNanos) : END;
    }

    /** The attempt was not made, for a reason of our own. Nothing is learnt of the upstream. */
    void refused(String how) {
        reason = how;
    }

    /** An answer has come that is one of {@link #isFailure}. */
    Next answeredBadly(Hop hop, int status, long remainingNanos) {
        reason = FailureReason.status(status);
        noteHealth(hop, status);
        return goOn(hop, remainingNanos);
    }

    private Next goOn(Hop hop, long remainingNanos) {
        if (!repeats.possible()) {
            return END;
        }
        learnFailure(hop);
        boolean more =
                attempts < order.size() && attempts < candidates.failover().maxAttempts();
        return more && remainingNanos > 0 && repeats.prepare() ? next() : END;
    }

    private void learnFailure(Hop hop) {
        if (candidates.state().ejections() != null) {
            candidates.state().ejections().failed(hop.origin().authority());
        }
    }

    private Next next() {
        Hop hop = order.get(attempts);
        if (isRepeat(hop) && !budgetAllows()) {
            return END;
        }
        attempts++;
        return new Next.Attempt(hop, 0);
    }

    /** Whether {@code hop}, which is listed twice, has been tried already: only then is the attempt a retry. */
    private boolean isRepeat(Hop hop) {
        for (int i = 0; i < attempts; i++) {
            if (order.get(i).equals(hop)) {
                return true;
            }
        }
        return false;
    }

    private Next again(Hop hop, FailureKind kind, long remainingNanos) {
        Failure failure = kind == FailureKind.TIMEOUT ? Failure.TIMEOUT : Failure.UNREACHABLE;
        RetryRule.Decision decision = retries.decide(attempts, failure, repeats.possible(), remainingNanos);
        if (decision instanceof RetryRule.Decision.Again again && budgetAllows() && repeats.prepare()) {
            attempts++;
            return new Next.Attempt(hop, again.delayNanos());
        }
        return END;
    }

    private boolean budgetAllows() {
        if (candidates.state().retries() == null || candidates.state().retries().mayRetry()) {
            return true;
        }
        limit = LimitReason.RETRY_BUDGET;
        return false;
    }

    /** Whether an answer with {@code status} is a failure that leads on, and not the answer. */
    boolean isFailure(int status) {
        boolean leadsOn = several && triggers.namesStatus(status);
        return leadsOn && (!candidates.failover().relayLast() || repeats.possible());
    }

    /** Whether an answer of {@link #isFailure} is relayed where nothing better comes. */
    boolean keepsLast() {
        return candidates.failover().relayLast();
    }

    /** How the last attempt failed, in a few fixed words; empty where none has. */
    String reason() {
        return reason;
    }

    /** An answer that is none of {@link #isFailure} has come. */
    void answered(Hop hop, int status) {
        noteHealth(hop, status);
        if (status < 500 && several && candidates.state().ejections() != null) {
            candidates.state().ejections().answered(hop.origin().authority());
        }
    }

    /** Whether a request moves on and whether its origin is marked are two decisions. */
    private void noteHealth(Hop hop, int status) {
        if (candidates.health() != null) {
            candidates.health().answered(hop.name(), status);
        }
    }

    /** The head of the answer is there, or none will come: what the exchange held of the upstream is free again. */
    void giveBack() {
        if (seat != null) {
            seat.giveBack();
        }
    }

    /** Whether something other than a failure has kept the exchange from an attempt. */
    boolean isHeldBack() {
        return limit != null;
    }

    /** What has been walked so far. */
    Report.Walked walked() {
        return new Report.Walked(attempts, ejected, limit);
    }
}
