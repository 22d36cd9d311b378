package dev.gatehouse.forward.mirror;

import dev.gatehouse.config.model.Mirror;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.upstream.pick.Fnv;
import java.util.Locale;

/** Of which requests a route wants a copy, and where it goes. Immutable. */
public final class MirrorRule {

    /** How many values the hash has. */
    private static final double SPACE = 4_294_967_296.0;

    private final String label;
    private final Origin origin;
    private final String basePath;
    private final Mirror settings;
    private final double sampledBelow;

    /**
     * A rule.
     *
     * @param label what logs call its route
     * @param basePath what stands in front of every path at {@code origin}: empty, or begins with {@code /} and does not end
     *     with it
     */
    public MirrorRule(String label, Origin origin, String basePath, Mirror settings) {
        this.label = label;
        this.origin = origin;
        this.basePath = basePath;
        this.settings = settings;
        this.sampledBelow = settings.percent() / 100.0 * SPACE;
    }

    /**
     * Whether a request is copied. The same id always gets the same answer, on every node.
     *
     * @param upgrade whether the request asks for another protocol: such a one never is
     */
    public boolean takes(String method, boolean upgrade, String requestId) {
        return settings.methods().contains(method.toUpperCase(Locale.ROOT)) && !upgrade && isSampled(requestId);
    }

    private boolean isSampled(String requestId) {
        return Integer.toUnsignedLong(Fnv.hash(requestId)) < sampledBelow;
    }

    /** Whether the body of such a request is copied with it. GET and HEAD have none that means anything. */
    boolean copiesBody(String method) {
        return settings.includeBody() && !method.equals("GET") && !method.equals("HEAD");
    }

    /** Whether the answers are compared. */
    boolean compares() {
        return settings.compare();
    }

    String label() {
        return label;
    }

    Origin origin() {
        return origin;
    }

    String path(String tail) {
        return basePath + tail;
    }

    long timeoutNanos() {
        return settings.timeout().toNanos();
    }
}
