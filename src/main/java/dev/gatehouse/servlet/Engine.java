package dev.gatehouse.servlet;

import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.config.profile.Profiles;
import dev.gatehouse.event.Events;
import dev.gatehouse.forward.Forwarder;
import dev.gatehouse.forward.LiveExchanges;
import dev.gatehouse.gateway.FrontRules;
import dev.gatehouse.gateway.Gateway;
import dev.gatehouse.gateway.Lanes;
import dev.gatehouse.gateway.Snapshot;
import dev.gatehouse.gateway.StatusDesk;
import dev.gatehouse.transport.JettyTransport;
import dev.gatehouse.transport.Probes;
import dev.gatehouse.upstream.PoolStates;
import dev.gatehouse.upstream.health.ProbeCache;
import dev.gatehouse.upstream.health.UpstreamHealth;
import jakarta.servlet.ServletException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a running deployment, joined up. Made in one place and in one go, so that none is ever half there. */
final class Engine {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private static final long DRAIN_STEP_MS = 20;

    private final JettyTransport transport;
    private final LiveExchanges live = new LiveExchanges();
    private final GuardParts guards;
    private final PoolStates pools;
    private final UpstreamHealth health;
    private volatile Snapshot current;
    private final LoopCheck loops;
    private final ClientWatch watch;
    private final Gateway gateway;
    private final Reading reading;
    private final Duration gracePeriod;

    Engine(
            HttpClient client,
            Profiles.Outcome table,
            ServerSettings settings,
            Events events,
            Reading reading,
            Surroundings surroundings)
            throws ServletException {
        this.pools = new PoolStates(System::nanoTime, surroundings.dice());
        this.transport = new JettyTransport(client);
        this.guards = GuardParts.start(
                settings,
                transport,
                client.getSslContextFactory().getSslContext().getSocketFactory());
        Probes probes = new Probes(transport, transport.alarms(), transport.workers());
        this.health =
                new UpstreamHealth(guards.healthStores(), probes::ask, transport.alarms(), InstantSource.system());
        Snapshot first = compiled(table);
        this.current = first;
        this.gateway = new Gateway(
                () -> current,
                new FrontRules(settings.hosts(), settings.unmatched()),
                new Forwarder(transport, transport.alarms(), live, transport.workers()),
                new StatusDesk(health, new ProbeCache(probes::ask, System::nanoTime)),
                events,
                RandomIds::next,
                System::nanoTime);
        this.loops = new LoopCheck(surroundings.names(), transport.workers(), () -> current.origins(), LOG::warn);
        this.reading = reading;
        this.gracePeriod = settings.gracePeriod();
        this.watch = ClientWatch.start(live, settings.clientAbortWatch());
        health.serve(first.services());
    }

    LoopCheck loops() {
        return loops;
    }

    Gateway gateway() {
        return gateway;
    }

    Reading reading() {
        return reading;
    }

    private Snapshot compiled(Profiles.Outcome outcome) {
        return outcome instanceof Profiles.Outcome.Ready ready
                ? compiled(ready.table())
                : broken((Profiles.Outcome.Broken) outcome);
    }

    private static Snapshot broken(Profiles.Outcome.Broken outcome) {
        return Lanes.broken(outcome.front(), outcome.empty());
    }

    /** Puts another table in force. Exchanges under way keep the one they began with. */
    void use(RouteTableConfig table) {
        Snapshot next = compiled(table);
        current = next;
        health.serve(next.services());
    }

    private Snapshot compiled(RouteTableConfig table) {
        Snapshot snapshot = Lanes.compile(table, guards.resources(), pools, health);
        snapshot.missing().forEach(what -> LOG.warn("requests will be refused: {}", what));
        return snapshot;
    }

    /** Lets exchanges under way come to their ends for a while, breaks off the rest, and stops everything. */
    void close() {
        drain();
        watch.close();
        guards.close();
        health.close();
        transport.close();
    }

    private void drain() {
        long end = System.nanoTime() + gracePeriod.toNanos();
        try {
            while (live.count() > 0 && System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(DRAIN_STEP_MS);
            }
            if (live.count() > 0) {
                LOG.info("{} exchanges are broken off at the end of the grace period", live.count());
                live.breakOffAll();
                TimeUnit.MILLISECONDS.sleep(DRAIN_STEP_MS * 5); // for the containers to cut their connections
            }
        } catch (InterruptedException hurried) {
            live.breakOffAll();
            Thread.currentThread().interrupt();
        }
    }
}
