package dev.gatehouse.servlet;

import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.config.source.Secret;
import dev.gatehouse.config.source.Secrets;
import dev.gatehouse.guard.GuardResources;
import dev.gatehouse.guard.jwt.AccessTokens;
import dev.gatehouse.guard.jwt.KeySets;
import dev.gatehouse.guard.limit.Limiters;
import dev.gatehouse.redis.RedisAddress;
import dev.gatehouse.transport.JettyTransport;
import dev.gatehouse.transport.SmallDocuments;
import dev.gatehouse.upstream.health.HealthStore;
import dev.gatehouse.upstream.health.HealthStores;
import dev.gatehouse.upstream.health.LocalHealthStore;
import dev.gatehouse.upstream.health.RedisHealthStore;
import jakarta.servlet.ServletException;
import java.time.InstantSource;
import javax.net.ssl.SSLSocketFactory;

/** What the guards of a deployment share, and where it keeps what is known of origins: both outlive every reload. */
final class GuardParts implements AutoCloseable {

    private final Limiters limiters;
    private final GuardResources resources;
    private final HealthStores healthStores;

    private GuardParts(
            ServerSettings settings,
            Secrets secrets,
            JettyTransport transport,
            Limiters limiters,
            HealthStores healthStores) {
        this.limiters = limiters;
        this.healthStores = healthStores;
        SmallDocuments documents = new SmallDocuments(transport, transport.alarms(), transport.workers());
        this.resources = new GuardResources(
                secrets::value,
                InstantSource.system(),
                new AccessTokens(new KeySets(documents::get, System::nanoTime), InstantSource.system(), true),
                limiters,
                settings.countries().hasSource());
    }

    /**
     * Starts what needs starting.
     *
     * @param tls opens sockets for a Redis that wants TLS
     * @throws ServletException where the address of Redis is not there or none
     */
    static GuardParts start(ServerSettings settings, JettyTransport transport, SSLSocketFactory tls)
            throws ServletException {
        Secrets secrets = Secrets.ofProcess(settings.secretsDir());
        RateSettings rates = settings.rates();
        RedisAddress redis = rates.redis() == null ? null : address(rates.redis(), secrets);
        Limiters limiters = redis == null
                ? Limiters.onThisNode(rates, System::nanoTime)
                : Limiters.shared(rates, redis, tls, transport.workers());
        HealthStore shared =
                redis == null ? null : RedisHealthStore.start(redis, settings.healthKey(), tls, transport.workers());
        return new GuardParts(settings, secrets, transport, limiters, new HealthStores(new LocalHealthStore(), shared));
    }

    private static RedisAddress address(String name, Secrets secrets) throws ServletException {
        Secret secret =
                secrets.find(name).orElseThrow(() -> new ServletException("redis: no secret is called " + name));
        RedisAddress address = RedisAddress.parse(secret.value());
        if (address == null) { // never the value: it may hold a password
            throw new ServletException("redis: the secret " + name
                    + " holds no address (expected: redis://USER:PASSWORD@HOST:PORT/DATABASE, or rediss:// for TLS)");
        }
        return address;
    }

    GuardResources resources() {
        return resources;
    }

    /** Where what is known of origins is kept; whoever takes them closes them. */
    HealthStores healthStores() {
        return healthStores;
    }

    @Override
    public void close() {
        limiters.close();
    }
}
