package dev.gatehouse.guard.limit;

import static dev.gatehouse.guard.limit.Calls.call;
import static dev.gatehouse.guard.limit.Calls.limiter;
import static dev.gatehouse.guard.limit.Calls.rule;
import static dev.gatehouse.guard.limit.Calls.settings;
import static dev.gatehouse.guard.limit.Calls.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.RateLimit.By;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.redis.RedisAddress;
import dev.gatehouse.testkit.TlsKeys;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis behind TLS: counts go to the one in the address, or to nobody. */
class SharedLimitTlsTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aServerThatProvesToBeTheOneInTheAddressCounts() throws Exception {
        TlsKeys keys = TlsKeys.make(folder, "ip:127.0.0.1");

        assertThat(statusThrough(keys, keys.client())).isEqualTo(200);
    }

    @Test
    void aCertificateForAnotherHostIsNoProof() throws Exception {
        TlsKeys keys = TlsKeys.make(folder, "dns:cache.test");

        assertThat(statusThrough(keys, keys.client())).isEqualTo(500);
    }

    @Test
    void aCertificateThatNobodyVouchesForIsNoProof() throws Exception {
        TlsKeys keys = TlsKeys.make(folder, "ip:127.0.0.1");

        assertThat(statusThrough(keys, SSLContext.getDefault())).isEqualTo(500);
    }

    private static int statusThrough(TlsKeys keys, SSLContext client) throws Exception {
        var socket = keys.server().getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (SlowRedis redis = new SlowRedis(socket, Duration.ZERO);
                Limiters node = Limiters.shared(
                        settings(OnFailure.REFUSE, limiter("api", 1, 60)),
                        Objects.requireNonNull(RedisAddress.parse("rediss://127.0.0.1:" + redis.port())),
                        client.getSocketFactory(),
                        Runnable::run)) {
            return status(node.guard(rule("api", By.IP), "r").judge(call("192.0.2.1", "/")));
        }
    }
}
