package dev.gatehouse.guard.limit;

import dev.gatehouse.config.model.Limiter;
import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocketFactory;

/**
 * The limiters of a deployment, by name, and what they have counted. One lives as long as the deployment, so that a new
 * route table finds the counts of the old one: a route that keeps its label keeps its buckets.
 *
 * <p>Threads: may be shared.
 */
public final class Limiters implements AutoCloseable {

    private final Map<String, Limiter> declared = new LinkedHashMap<>();
    private final Counters counters;
    private final OnFailure onFailure;

    private Limiters(RateSettings settings, Counters counters) {
        settings.limiters().forEach(limiter -> declared.put(limiter.name(), limiter));
        this.counters = counters;
        this.onFailure = settings.onFailure();
    }

    /**
     * Limiters that count on this node.
     *
     * @param nanoClock nanoseconds since any moment, never going back
     */
    public static Limiters onThisNode(RateSettings settings, LongSupplier nanoClock) {
        return new Limiters(settings, new LocalCounters(nanoClock));
    }

    /**
     * Limiters that count in a Redis or Valkey which all nodes share. Waits up to a second for its first answer; without
     * one it goes on trying, and requests that cannot be counted follow the settings.
     *
     * @param tls opens sockets for an address that wants TLS
     * @param handOver where requests go on when they have been counted; it must not refuse while the proxy runs
     */
    public static Limiters shared(
            RateSettings settings, RedisAddress address, SSLSocketFactory tls, Executor handOver) {
        return new Limiters(settings, new RedisCounters(address, tls, handOver).start());
    }

    /**
     * The guard of a route. Where nobody has declared its limiter, one that refuses everything (500).
     *
     * @param label the route's id or derived label
     */
    public RateGuard guard(RateLimit rule, String label) {
        Limiter limiter = declared.get(rule.binding());
        return limiter == null
                ? new UndeclaredGuard()
                : new CountingGuard(rule, new Scope(limiter, rule.by(), label), counters, onFailure);
    }

    /** One line for each route that names a limiter which nobody has declared, to be reported when a table comes in force. */
    public List<String> undeclared(RouteTableConfig table) {
        List<String> lines = new ArrayList<>();
        for (RouteConfig route : table.routes()) {
            RateLimit rule = route.guards().rateLimit();
            if (rule != null && !declared.containsKey(rule.binding())) {
                lines.add("route " + route.label() + " names the limiter " + rule.binding()
                        + ", which is not declared: all its requests are refused");
            }
        }
        return lines;
    }

    /** Forgets all counts and ends the connection to Redis with its thread. */
    @Override
    public void close() {
        counters.close();
    }
}
