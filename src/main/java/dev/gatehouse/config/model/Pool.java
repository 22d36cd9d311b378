package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Origins of which each knows its name and URL, and everything about which of them is asked: the form of a target that can
 * say what the others leave to their defaults.
 *
 * @param name what status pages and the shared health document call it; null for the route's id or label
 * @param origins 1 to 64, each name once
 * @param pick which is asked first; {@link Pick#ORDERED} by default
 * @param maxAttempts how many are tried at most, 1 to 64; 64 by default, which the length of the list bounds. Each is tried
 *     once
 * @param failover what moves a request on; the first step that covers its method counts, and a method that none covers is
 *     sent once. Without any step requests move on as those of other routes do: idempotent ones without a body, when an
 *     origin is late or unreachable
 * @param relayLast whether the last answer is relayed where all origins gave one that moves on; false gives the proxy's own
 * @param replayBytes how much of a request body is kept so that it can be sent again, 0 to 64 MiB; 0 by default: a request
 *     with a body is sent once
 * @param overflow what becomes of a longer body; {@link Overflow#SINGLE_ATTEMPT} by default
 * @param dropsGetBody whether a body of GET and HEAD, which means nothing (RFC 9110, section 9.3.1), stays behind; false by
 *     default
 * @param deadlines take the place of the route's own; null for those
 * @param hostHeader what {@code Host} says; {@link HostHeader#UPSTREAM} by default
 * @param readiness the gate; null for none
 * @param health what is known of the origins and what follows from it; null for nothing
 */
public record Pool(
        @Nullable String name,
        List<PoolOrigin> origins,
        Pick pick,
        int maxAttempts,
        List<FailoverStep> failover,
        boolean relayLast,
        int replayBytes,
        Overflow overflow,
        boolean dropsGetBody,
        @Nullable Deadlines deadlines,
        HostHeader hostHeader,
        @Nullable Readiness readiness,
        @Nullable Health health)
        implements Target {

    private static final int MAX_ORIGINS = 64;
    private static final int MAX_REPLAY = 64 * 1024 * 1024;

    /** How the first origin is chosen. */
    public enum Pick {
        /** The first of the list. */
        ORDERED,
        /** Any; the others follow in the order of the list, beginning again at its end. Where one attempt is all there is,
         * the first of the list. */
        RANDOM_START,
        /** Drawn by weight, for each request anew; the others follow in an order drawn the same way. */
        WEIGHTED_RANDOM
    }

    /** What becomes of a body that is longer than what can be kept of it. */
    public enum Overflow {
        /** The request goes on, and is not sent a second time. */
        SINGLE_ATTEMPT,
        /** It is refused as too large. */
        REFUSE
    }

    /** Copies the lists. */
    public Pool {
        origins = List.copyOf(origins);
        failover = List.copyOf(failover);
    }

    /** Reads the block; empty, with a note, where it has no origin. */
    static Optional<Pool> read(Section in, boolean allowPrivate) {
        if (!in.has("origins")) {
            in.missing("origins", "a list of 1 to " + MAX_ORIGINS + ", each an object");
        }
        List<PoolOrigin> origins = in.sections("origins", 1, MAX_ORIGINS)
                .map(list -> origins(list, allowPrivate))
                .orElse(List.of());
        List<FailoverStep> steps = in.sections("failover", 1, MAX_ORIGINS)
                .map(list -> list.stream().map(FailoverStep::read).toList())
                .orElse(List.of());
        Pool pool = new Pool(
                in.value("name", Expectation.TEXT).orElse(null),
                origins,
                in.value("pick", Expectation.constant(Pick.class)).orElse(Pick.ORDERED),
                in.value("maxAttempts", Expectation.integer(1, Failover.MAX_ATTEMPTS))
                        .orElse(Failover.MAX_ATTEMPTS),
                steps,
                in.value("relayLast", Expectation.FLAG).orElse(true),
                in.value("replayBytes", Expectation.integer(0, MAX_REPLAY)).orElse(0),
                in.value("overflow", Expectation.constant(Overflow.class)).orElse(Overflow.SINGLE_ATTEMPT),
                in.value("dropGetBody", Expectation.ONLY_TRUE).orElse(false),
                in.section("deadlines").map(PoolDeadlines::read).orElse(null),
                in.value("hostHeader", HostHeader.SETTING).orElse(HostHeader.UPSTREAM),
                in.section("readiness").flatMap(Readiness::read).orElse(null),
                in.section("health").map(Health::read).orElse(null));
        pool.check(in);
        in.refuseUnknownKeys();
        return origins.isEmpty() ? Optional.empty() : Optional.of(pool);
    }

    private static List<PoolOrigin> origins(List<Section> sections, boolean allowPrivate) {
        Set<String> names = new HashSet<>();
        return sections.stream()
                .flatMap(in -> {
                    Optional<PoolOrigin> origin = PoolOrigin.read(in, allowPrivate);
                    if (origin.isPresent() && !names.add(origin.get().name())) {
                        in.fault("duplicate origin name " + origin.get().name(), "each name once in a pool");
                    }
                    return origin.stream();
                })
                .toList();
    }

    private void check(Section in) {
        if (replayBytes > 0 && failover.isEmpty()) {
            in.problem("replayBytes", "only beside failover, which says when a request is sent again");
        }
        if (overflow == Overflow.REFUSE && replayBytes == 0) {
            in.problem("overflow", "only beside replayBytes");
        }
        if (readiness != null && (!failover.isEmpty() || pick != Pick.ORDERED)) {
            in.problem(
                    "readiness",
                    "no failover and no pick beside it: the gate alone chooses, and a request is sent once");
        }
    }
}
