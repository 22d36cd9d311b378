package dev.gatehouse.guard.limit;

import dev.gatehouse.config.model.Limiter;
import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.GuardResources.RateGuards;
import dev.gatehouse.redis.RedisAddress;
import java.util.LinkedHashMap;
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
public final class Limiters implements RateGuards, AutoCloseable {

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

    /** Where nobody has declared the limiter, a guard that refuses everything (500). */
    @Override
    public Guard guard(RateLimit rule, String label) {
        Limiter limiter = declared.get(rule.binding());
        return limiter == null
                ? new UndeclaredGuard()
                : new CountingGuard(rule, new Scope(limiter, rule.by(), label), counters, onFailure);
    }

    @Override
    public boolean declares(String limiter) {
        return declared.containsKey(limiter);
    }

    /** Forgets all counts and ends the connection to Redis with its thread. */
    @Override
    public void close() {
        counters.close();
    }
}
