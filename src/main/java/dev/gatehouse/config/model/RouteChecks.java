package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Section;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What must hold between the blocks of one route, once the defaults are merged. */
final class RouteChecks {

    /** How long a route may be, written without white space, in bytes. */
    static final int MAX_BYTES = 65_536;

    private final Section route;
    private final RouteConfig config;

    /** Checks {@code config}, read from {@code route} with its defaults. */
    RouteChecks(Section route, RouteConfig config) {
        this.route = route;
        this.config = config;
    }

    void check() {
        checkSize();
        checkDeadlines();
        checkMethods();
        checkCache();
        checkPool();
        checkEncodings();
    }

    private void checkSize() {
        int bytes = JsonDocument.write(route.node()).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            route.fault("a route of " + bytes + " bytes", "at most " + MAX_BYTES);
        }
    }

    private void checkDeadlines() {
        Deadlines deadlines = config.forwarding().deadlines();
        if (deadlines.timeout().compareTo(deadlines.total()) <= 0) {
            return;
        }
        if (route.has("timeoutMs")) {
            route.problem(
                    "timeoutMs",
                    "at most totalTimeoutMs, which is " + deadlines.total().toMillis());
        } else {
            route.problem(
                    "totalTimeoutMs",
                    "at least timeoutMs, which is " + deadlines.timeout().toMillis());
        }
    }

    private void checkMethods() {
        RequestPolicy policy = config.guards().requestPolicy();
        if (policy != null
                && !policy.allowedMethods().isEmpty()
                && config.match().excludesAll(policy.allowedMethods())) {
            route.problem("requestPolicy", "an allowed method that match.methods has too; it has " + methods());
        }
    }

    private void checkCache() {
        Cache cache = config.cache();
        if (cache == null) {
            return;
        }
        if (config.match().excludesAll(cache.methods())) {
            route.problem("cache", "a cached method that match.methods has too; it has " + methods());
        }
        if (config.guards().forwardAuth() != null) {
            route.problem("cache", "no cache beside forwardAuth, for what one caller may see is not for all");
        }
    }

    private void checkPool() {
        if (!(config.target() instanceof Pool pool)) {
            return;
        }
        if (pool.readiness() != null && config.cache() != null) {
            route.problem("cache", "no cache beside a pool's readiness: what is kept would pass the gate");
        }
        Mirror mirror = config.forwarding().mirror();
        if (mirror != null && mirror.includeBody() && pool.replayBytes() > Mirror.MAX_BODY_BYTES) {
            route.problem(
                    "mirror",
                    "no includeBody beside a pool's replayBytes above " + Mirror.MAX_BODY_BYTES
                            + ": such bodies could be sent again and not be mirrored");
        }
    }

    private void checkEncodings() {
        if (config.rewriting().body() != null && config.forwarding().passesAcceptEncoding()) {
            route.problem("acceptEncoding", "strip beside bodyRewrite: what comes encoded might not be read");
        }
    }

    private List<String> methods() {
        return config.match().methods();
    }
}
