package dev.gatehouse.flow;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Journeys whose events are looked at: fronts in code, and what they tell. */
abstract class WatchedFlow {

    /** What has been told and not been looked at. */
    final BlockingQueue<ProxyEvent> events = new LinkedBlockingQueue<>();

    /** A container with these routes, whose events come to {@link #events}. */
    final Front front(Front.Kind kind, String... routes) throws Exception {
        return Front.filterInCode(kind, RouteTables.define(Tables.document(routes)), List.of(events::add));
    }

    /** The answer to {@code request}, over a connection of its own. */
    static WireMessage asked(Front front, String request) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.send(request).response();
        }
    }

    /** The next event; fails where none comes within ten seconds. */
    final ProxyEvent next() throws InterruptedException {
        return Objects.requireNonNull(events.poll(10, TimeUnit.SECONDS), "no event came");
    }
}
