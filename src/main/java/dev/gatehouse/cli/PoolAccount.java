package dev.gatehouse.cli;

import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.PoolOrigin;
import dev.gatehouse.config.model.Readiness;
import dev.gatehouse.config.model.Triggers;
import dev.gatehouse.forward.RetryRule;
import dev.gatehouse.gateway.Preview.Walk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells which origins of a pool a request may go to, and what would make it go on. */
final class PoolAccount {

    private final Pool pool;
    private final Walk walk;
    private final String method;
    private final boolean hasBody;

    PoolAccount(Pool pool, Walk walk, String method, boolean hasBody) {
        this.pool = pool;
        this.walk = walk;
        this.method = method;
        this.hasBody = hasBody;
    }

    /** What stands above the request: to whom it goes. */
    String heading() {
        String first = pool.origins().get(0).name();
        if (pool.readiness() != null) {
            return "Sent upstream, if " + first + " is the first to say that it is ready";
        }
        return walk.isByChance() ? "Sent upstream, if " + first + " is drawn" : "Sent upstream";
    }

    /** In words, one line each. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Readiness readiness = pool.readiness();
        if (readiness != null) {
            lines.add("Asked before, one after the other, until one answers " + readiness.status() + " within "
                    + Account.text(readiness.timeout()));
            pool.origins()
                    .forEach(origin -> lines.add("    " + origin.name() + "  GET " + question(origin, readiness)));
            lines.add("    where none does, 503 not_ready; otherwise the request is sent once, to that one");
        } else {
            lines.add(choice());
            pool.origins().forEach(origin -> lines.add("    " + origin.name() + "  " + origin.url() + share(origin)));
            lines.add("Moves on to the next");
            lines.add("    " + movesOn());
        }
        if (pool.health() != null) {
            lines.add("Origins that the running proxy knows to be dead come last");
        }
        return lines;
    }

    private String choice() {
        if (!walk.isByChance()) {
            return "Origins, in the order in which they are asked";
        }
        return pool.pick() == Pool.Pick.WEIGHTED_RANDOM
                ? "Asked first is one of, by weight, drawn for each request anew; then the others, drawn the same way"
                : "Asked first is one of, each as likely, drawn for each request anew; then the others in this order";
    }

    private String share(PoolOrigin origin) {
        return walk.isByChance() && pool.pick() == Pool.Pick.WEIGHTED_RANDOM
                ? "  " + origin.weight() + " of " + weights()
                : "";
    }

    private int weights() {
        return pool.origins().stream().mapToInt(PoolOrigin::weight).sum();
    }

    private static String question(PoolOrigin origin, Readiness readiness) {
        String at = origin.connectTo() == null ? "" : " at " + origin.connectTo();
        return origin.url() + readiness.path() + at;
    }

    private String movesOn() {
        List<String> on = failures();
        if (attempts() == 1 || on.isEmpty()) {
            return "never: it is sent once";
        }
        return "on " + String.join(", ", on) + "; " + attempts() + " attempts at most"
                + (hasBody ? "; while its body fits into " + pool.replayBytes() + " bytes" : "");
    }

    private int attempts() {
        return Math.min(walk.failover().maxAttempts(), pool.origins().size());
    }

    /** What leads on for this very request. */
    private List<String> failures() {
        boolean repeatable = walk.failover().anyMethod()
                ? !hasBody || pool.replayBytes() > 0
                : RetryRule.isRepeatable(method, hasBody);
        Triggers on = repeatable ? walk.failover().on(method) : Triggers.NONE;
        return on.written().stream().map(String::valueOf).toList();
    }

    /** The same as maps and lists. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("chosen", chosen());
        document.put("origins", pool.origins().stream().map(this::origin).toList());
        Readiness readiness = pool.readiness();
        if (readiness == null) {
            document.put("attempts", failures().isEmpty() ? 1 : attempts());
            document.put("on", failures());
        } else {
            document.put("readyStatus", readiness.status());
            document.put("readyTimeoutMs", readiness.timeout().toMillis());
        }
        document.put("heedsHealth", pool.health() != null);
        return document;
    }

    private String chosen() {
        if (pool.readiness() != null) {
            return "firstReady";
        }
        return walk.isByChance() ? "byChance" : "inOrder";
    }

    private Map<String, Object> origin(PoolOrigin origin) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", origin.name());
        document.put("url", origin.url());
        if (walk.isByChance()) {
            boolean weighted = pool.pick() == Pool.Pick.WEIGHTED_RANDOM;
            document.put(
                    "share",
                    weighted
                            ? (double) origin.weight() / weights()
                            : 1.0 / pool.origins().size());
        }
        if (pool.readiness() != null) {
            document.put("question", question(origin, pool.readiness()));
        }
        return document;
    }
}
