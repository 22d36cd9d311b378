package dev.gatehouse.servlet;

import dev.gatehouse.transport.NameLookup;
import dev.gatehouse.transport.Origin;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Notices origins that lead back to this server: a request sent there would come in again, and again. A container does not
 * tell where it listens before it is asked something, so the first requests tell; the origins are then compared once for
 * each port.
 *
 * <p>Threads: shared; looks names up on a worker.
 */
final class LoopCheck {

    /** After so many requests every listener that matters has been seen. */
    private static final int REQUESTS = 100;

    private final NameLookup names;
    private final Executor workers;
    private final Supplier<? extends Collection<Origin>> origins;
    private final Consumer<String> warnings;
    private final AtomicInteger left = new AtomicInteger(REQUESTS);
    private final Set<Integer> seen = ConcurrentHashMap.newKeySet();

    /**
     * A check.
     *
     * @param origins where requests go now
     * @param warnings told of each origin that leads back
     */
    LoopCheck(
            NameLookup names,
            Executor workers,
            Supplier<? extends Collection<Origin>> origins,
            Consumer<String> warnings) {
        this.names = names;
        this.workers = workers;
        this.origins = origins;
        this.warnings = warnings;
    }

    /** A request has come in at the port that {@code localPort} says. */
    void arrived(IntSupplier localPort) {
        if (left.get() <= 0 || left.getAndDecrement() <= 0) {
            return;
        }
        int port = localPort.getAsInt();
        if (seen.add(port)) {
            try {
                workers.execute(() -> compare(port));
            } catch (RejectedExecutionException stopping) {
                // nobody is there to be warned any more
            }
        }
    }

    private void compare(int port) {
        for (Origin origin : origins.get()) {
            if (origin.port() == port && leadsHere(origin)) {
                warnings.accept("origin " + origin.uri() + " leads back to port " + port + " of this server");
            }
        }
    }

    private boolean leadsHere(Origin origin) {
        String other = origin.connectTo();
        try {
            for (InetAddress address : names.addressesOf(other == null ? origin.host() : other)) {
                if (isOurs(address)) {
                    return true;
                }
            }
        } catch (UnknownHostException | SocketException unknown) {
            return false; // a name without an address leads nowhere
        }
        return false;
    }

    private static boolean isOurs(InetAddress address) throws SocketException {
        return address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || NetworkInterface.getByInetAddress(address) != null;
    }
}
