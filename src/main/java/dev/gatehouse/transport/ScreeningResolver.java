package dev.gatehouse.transport;

import dev.gatehouse.net.IpAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.jspecify.annotations.Nullable;

/**
 * Looks names up and refuses those that lead to an address that the origin is screened from.
 *
 * <p>The addresses that were judged are the ones that are dialled, so a name cannot change its mind in between; one bad
 * address among several refuses the name, since the next connection would try the others.
 */
final class ScreeningResolver implements SocketAddressResolver {

    private final NameLookup names;
    private final Executor workers;

    ScreeningResolver(NameLookup names, Executor workers) {
        this.names = names;
        this.workers = workers;
    }

    @Override
    public void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        Origin origin = origin(context);
        Screen screen = origin == null ? Screen.PRIVATE : origin.screen(); // a destination that is not ours is screened
        String other = origin == null ? null : origin.connectTo();
        String dialled = other == null ? host : other;
        // A name server may take its time.
        workers.execute(() -> answer(host, dialled, port, screen, promise));
    }

    private void answer(
            String host, String dialled, int port, Screen screen, Promise<List<InetSocketAddress>> promise) {
        try {
            promise.succeeded(addresses(host, dialled, port, screen));
        } catch (UnknownHostException | TransportFailure | RuntimeException failure) {
            promise.failed(failure);
        }
    }

    private List<InetSocketAddress> addresses(String host, String dialled, int port, Screen screen)
            throws UnknownHostException, TransportFailure {
        List<InetSocketAddress> found = new ArrayList<>();
        for (InetAddress address : names.addressesOf(dialled)) {
            if (screen.refuses(IpAddress.of(address))) {
                throw new TransportFailure(TransportFailure.Kind.FORBIDDEN_ADDRESS, null);
            }
            // The name that goes with an address is the one that TLS asks for and verifies.
            InetAddress named = dialled.equals(host) ? address : InetAddress.getByAddress(host, address.getAddress());
            found.add(new InetSocketAddress(named, port));
        }
        if (found.isEmpty()) {
            throw new UnknownHostException(dialled);
        }
        return found;
    }

    private static @Nullable Origin origin(Map<String, Object> context) {
        return context.get(Destination.CONTEXT_KEY) instanceof Destination destination
                        && destination.getOrigin().getTag() instanceof Origin origin
                ? origin
                : null;
    }
}
