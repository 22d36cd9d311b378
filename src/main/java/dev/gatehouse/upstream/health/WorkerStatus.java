package dev.gatehouse.upstream.health;

import dev.gatehouse.transport.ProbeAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The aggregate of {@code /healthz-worker}: {@code {"status", "version", "available", "total", "backends": [{"origin", "up",
 * "status"}]}}. An origin is up where it answered with a status below 500.
 */
public final class WorkerStatus {

    private WorkerStatus() {}

    /**
     * One origin.
     *
     * @param origin as it is written in the settings
     * @param answer what it answered
     */
    public record Backend(String origin, ProbeAnswer answer) {

        /** The status it answered with; null where it did not. */
        @Nullable
        Integer status() {
            return answer instanceof ProbeAnswer.Answered answered ? answered.status() : null;
        }

        boolean isUp() {
            Integer status = status();
            return status != null && status < 500;
        }
    }

    /** The answer: 503 where there are origins and none is up, 200 otherwise. */
    public static StatusBody of(List<Backend> backends, String version) {
        int available = (int) backends.stream().filter(Backend::isUp).count();
        boolean down = available == 0 && !backends.isEmpty();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", backends.isEmpty() ? "no-backends" : down ? "down" : "ok");
        body.put("version", version);
        body.put("available", available);
        body.put("total", backends.size());
        List<Object> entries = new ArrayList<>();
        backends.forEach(backend -> entries.add(entry(backend)));
        body.put("backends", entries);
        return new StatusBody(down ? 503 : 200, HealthText.write(body));
    }

    private static Map<String, @Nullable Object> entry(Backend backend) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        entry.put("origin", backend.origin());
        entry.put("up", backend.isUp());
        entry.put("status", backend.status());
        return entry;
    }
}
