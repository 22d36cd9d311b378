package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the upstreams of a route are known to be alive, and what is made of it. An upstream that nothing is known of counts
 * as alive.
 *
 * @param probe how they are asked; null where they are not, and only live requests tell
 * @param interval how long after one round of probes the next begins, up to a day, in whole seconds; 60 s by default, and
 *     zero for no rounds: then only a request for the status, or healing, asks. Rounds are of all routes together, at the
 *     shortest interval that one of them sets
 * @param markOn what of a live request marks an upstream dead at once; a timeout, no connection, 502, 503 and 504 by
 *     default
 * @param shared whether all nodes share what they know, in the Redis that the deployment names; false by default
 * @param allDead what becomes of a request where no upstream is alive; {@link AllDead#TRY_ALL} by default
 * @param panicPercent the share of upstreams alive, 0 to 100, below which health is not believed and all are asked in their
 *     usual order; 0 by default, which is never. It comes before {@code allDead}
 * @param slowStart how long an upstream that comes back to life takes until it has its whole share of requests, beginning
 *     with a tenth, up to an hour, in whole seconds; zero by default, which is not at all
 */
public record Health(
        @Nullable HealthProbe probe,
        Duration interval,
        Triggers markOn,
        boolean shared,
        AllDead allDead,
        int panicPercent,
        Duration slowStart) {

    /** What becomes of a request where no upstream is alive. */
    public enum AllDead {
        /** All are asked, one after the other: what is known may be old. */
        TRY_ALL,
        /** None is asked. */
        REFUSE
    }

    /** What a server that is gone looks like, itself or behind a proxy of its own. */
    private static final Triggers LIKE_GONE =
            new Triggers(Set.of(FailureKind.TIMEOUT, FailureKind.UNREACHABLE), Set.of(502, 503, 504));

    private static final int DAY_SECONDS = 86_400;
    private static final int HOUR_SECONDS = 3_600;

    /** Reads the block. */
    static Health read(Section in) {
        Health health = new Health(
                in.section("probe").flatMap(HealthProbe::read).orElse(null),
                in.value("intervalSeconds", Expectation.seconds(0, DAY_SECONDS)).orElse(Duration.ofSeconds(60)),
                in.list("markOn", 0, Section.UNBOUNDED, Triggers.ENTRY)
                        .map(Triggers::joined)
                        .orElse(LIKE_GONE),
                in.value("shared", Expectation.FLAG).orElse(false),
                in.value("allDead", Expectation.constant(AllDead.class)).orElse(AllDead.TRY_ALL),
                in.value("panicPercent", Expectation.integer(0, 100)).orElse(0),
                in.value("slowStartSeconds", Expectation.seconds(0, HOUR_SECONDS))
                        .orElse(Duration.ZERO));
        in.refuseUnknownKeys();
        return health;
    }
}
