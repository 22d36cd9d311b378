package dev.gatehouse.servlet;

import dev.gatehouse.forward.LiveExchanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices clients that leave while they wait for the first byte. Containers cannot tell: neither a read listener nor a
 * flush hears of it. The kernel's table of sockets can: a connection that is no longer established has been given up.
 *
 * <p>Looks only while requests have been waiting for longer than a moment, four times a second. Works where the table can
 * be read (Linux) and the container tells real ports; elsewhere it never fires.
 *
 * <p>Threads: one of its own, which does not keep the JVM alive.
 */
final class ClientWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClientWatch.class);

    /** Both tables of this process's network. */
    static final List<Path> TABLES = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

    private static final Duration PERIOD = Duration.ofMillis(250);
    private static final long OLD_ENOUGH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final LiveExchanges live;
    private final List<Path> tables;
    private final Ticker ticker = new Ticker("gatehouse-client-watch");

    /** Connections that have been seen established; what was never seen cannot be missed. Touched by the timer only. */
    private Set<SocketKey> seen = new HashSet<>();

    private ClientWatch(LiveExchanges live, List<Path> tables) {
        this.live = live;
        this.tables = tables;
    }

    /** Starts watching {@code live} if {@code wanted} and where the system has a table of sockets. */
    static ClientWatch start(LiveExchanges live, boolean wanted) {
        List<Path> readable = TABLES.stream().filter(Files::isReadable).toList();
        ClientWatch watch = new ClientWatch(live, readable);
        if (wanted && !readable.isEmpty()) {
            watch.ticker.start(PERIOD, watch::look);
        }
        return watch;
    }

    private void look() {
        try {
            Map<SocketKey, ContainerClient> waiting = new HashMap<>();
            live.forEachOlderThan(OLD_ENOUGH_NANOS, client -> {
                if (client instanceof ContainerClient container) {
                    waiting.put(container.socket(), container);
                }
            });
            if (waiting.isEmpty()) {
                seen.clear();
                return;
            }
            compare(waiting, established());
        } catch (IOException | RuntimeException failure) {
            LOG.debug("the table of sockets could not be read", failure);
        }
    }

    private void compare(Map<SocketKey, ContainerClient> waiting, Set<SocketKey> established) {
        Set<SocketKey> still = new HashSet<>();
        waiting.forEach((socket, client) -> {
            if (established.contains(socket)) {
                still.add(socket);
            } else if (seen.contains(socket)) {
                client.leftSilently();
            }
        });
        seen = still;
    }

    private Set<SocketKey> established() throws IOException {
        Set<SocketKey> found = new HashSet<>();
        for (Path table : tables) {
            SocketTable.established(Files.readAllBytes(table), found);
        }
        return found;
    }

    @Override
    public void close() {
        ticker.close();
    }
}
