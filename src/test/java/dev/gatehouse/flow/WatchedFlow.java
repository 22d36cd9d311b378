package dev.gatehouse.flow;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.testkit.Front;
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

    /** The next event; fails where none comes within ten seconds. */
    final ProxyEvent next() throws InterruptedException {
        return Objects.requireNonNull(events.poll(10, TimeUnit.SECONDS), "no event came");
    }
}
