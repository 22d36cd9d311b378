package dev.gatehouse.profile;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/** Journeys through fronts of Kisum. */
abstract class KisumFlow extends ProfileFlow {

    static final String API = "api.example";
    static final String STATUS = "/__lb/status";
    static final String BEARER = "Authorization: Bearer status-secret";

    /** The list of these origins, called a, b, c and so on. */
    static String listed(ProbedOrigin... origins) {
        List<String> entries = new ArrayList<>();
        for (ProbedOrigin origin : origins) {
            char name = (char) ('a' + entries.size());
            entries.add("{\"name\": \"" + name + "\", \"baseUrl\": \"" + origin.url() + "\"}");
        }
        return "[" + String.join(", ", entries) + "]";
    }

    /** A front with these services; of origins to choose from it draws the first. {@code more} are names and values of settings. */
    final Front kisum(Front.Kind kind, String services, String... more) throws Exception {
        return kisum(kind, FIRST, services, more);
    }

    /** The same with dice. */
    final Front kisum(Front.Kind kind, DoubleSupplier dice, String services, String... more) throws Exception {
        Map<String, String> variables = new HashMap<>();
        variables.put("SERVICES", services);
        for (int i = 0; i < more.length; i += 2) {
            variables.put(more[i], more[i + 1]);
        }
        return front(kind, "kisum", dice, variables);
    }

    /** A front with one service that has heard of the health of all {@code origins}, and will not ask again by itself for long. */
    final Front settled(Front.Kind kind, ProbedOrigin... origins) throws Exception {
        Front front = kisum(kind, listed(origins));
        settle(front, origins);
        return front;
    }

    /** Waits for the first round of probes. No request may have gone to {@code origins} yet, and all must listen. */
    static void settle(Front front, ProbedOrigin... origins) throws IOException {
        for (ProbedOrigin origin : origins) {
            origin.origin().awaitRequest(1);
        }
        checked(front); // comes after the round that has begun
    }

    /** Asks for the status, which asks all origins for their health. */
    static WireMessage checked(Front front) throws IOException {
        return get(front, STATUS, BEARER);
    }

    static WireMessage get(Front front, String target, String... lines) throws IOException {
        return asked(front, API, "GET " + target, lines);
    }

    /** Waits until something is so that nobody tells us of; fails where it is not within ten seconds. */
    static void await(BooleanSupplier condition, String what) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited too long for " + what);
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
