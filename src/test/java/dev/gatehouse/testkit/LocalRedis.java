package dev.gatehouse.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/**
 * A real Redis on a free port of the loopback address, with nothing in it.
 *
 * <p>Threads: started and stopped by one.
 */
public final class LocalRedis implements AutoCloseable {

    private final int port;
    private final String[] settings;
    private RedisServer server;

    private LocalRedis(int port, String... settings) {
        this.port = port;
        this.settings = settings;
        this.server = started();
    }

    /** Starts one; {@code settings} are lines of its configuration. */
    public static LocalRedis start(String... settings) {
        return new LocalRedis(freePort(), settings);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private RedisServer started() {
        try {
            var builder = RedisServer.newRedisServer()
                    .port(port)
                    .setting("bind 127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no");
            for (String setting : settings) {
                builder.setting(setting);
            }
            RedisServer built = builder.build();
            built.start();
            return built;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Its port. */
    public int port() {
        return port;
    }

    /** Its address without credentials. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Ends the process. */
    public void kill() {
        try {
            server.stop();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts it again on the same port, empty, after {@link #kill}. */
    public void restart() {
        server = started();
    }

    @Override
    public void close() {
        kill();
    }
}
