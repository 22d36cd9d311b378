package dev.gatehouse.container;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** The container of a test class, with the WAR at every {@link Mount}. Where a test fails, its console is shown. */
final class Deployed implements TestWatcher {

    private static final int SHOWN = 20_000;

    private @Nullable RunningContainer container;

    /** Starts a container with further settings; each mount serves all {@code routes}. */
    void startWith(Kind kind, Map<String, String> further, String... routes) throws IOException {
        Map<String, String> settings = settings(null, routes);
        settings.putAll(further);
        Deployment[] deployments = Arrays.stream(Mount.values())
                .map(mount -> new Deployment(mount.path(), settings, mount == Mount.DEEPER))
                .toArray(Deployment[]::new);
        container = RunningContainer.start(kind, deployments);
    }

    /** Starts a container; each mount serves the routes given for it and those given for all. The deeper has error pages. */
    void start(Kind kind, Map<Mount, String> own, String... forAll) throws IOException {
        Deployment[] deployments = Arrays.stream(Mount.values())
                .map(mount -> new Deployment(mount.path(), settings(own.get(mount), forAll), mount == Mount.DEEPER))
                .toArray(Deployment[]::new);
        container = RunningContainer.start(kind, deployments);
    }

    /** Starts a container with these deployments. */
    void start(Kind kind, Deployment... deployments) throws IOException {
        container = RunningContainer.start(kind, deployments);
    }

    private static Map<String, String> settings(@Nullable String own, String... forAll) {
        String routes = String.join(",\n", forAll) + (own == null ? "" : ",\n" + own);
        Map<String, String> settings = new HashMap<>();
        settings.put("config", "{\"routes\": [" + routes + "]}");
        settings.put("accessLog", "json");
        settings.put("gracePeriodSeconds", "1");
        return settings;
    }

    /** A route from {@code prefix} to {@code upstream}; {@code fields} in single quotes, each after a comma. */
    static String route(String prefix, String upstream, String... fields) {
        StringBuilder route = new StringBuilder("{'match': {'path': '" + prefix + "'}, 'upstream': '" + upstream
                + "', 'scheme': 'http', 'allowPrivateUpstream': true");
        for (String field : fields) {
            route.append(", ").append(field);
        }
        return route.append('}').toString().replace('\'', '"');
    }

    RunningContainer container() {
        RunningContainer running = container;
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running;
    }

    int port() {
        return container().port();
    }

    void stop() {
        RunningContainer running = container;
        if (running != null) {
            running.close();
        }
    }

    @Override
    @SuppressWarnings("SystemOut") // beside the failure, in the report
    public void testFailed(ExtensionContext test, @Nullable Throwable cause) {
        RunningContainer running = container;
        if (running != null) {
            String console = running.console();
            System.out.println(test.getDisplayName() + ": the container's console\n"
                    + console.substring(Math.max(0, console.length() - SHOWN)));
        }
    }
}
