package dev.gatehouse.servlet;

import dev.gatehouse.config.load.Loading;
import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.source.ConfigSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again at the document that holds the route table and puts a changed one in force. One that is broken, or cannot
 * be read, is reported and changes nothing: traffic goes on with the table in force.
 *
 * <p>Threads: one of its own, which does not keep the JVM alive and may block on the disk.
 */
final class TableWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TableWatch.class);

    private final ConfigSource source;
    private final Consumer<RouteTableConfig> inForce;
    private final Ticker ticker = new Ticker("gatehouse-table-watch");
    private @Nullable Object seen;

    TableWatch(ConfigSource source, @Nullable Object first, Consumer<RouteTableConfig> inForce) {
        this.source = source;
        this.seen = first;
        this.inForce = inForce;
    }

    /** Begins to look, once per {@code period}. */
    void start(Duration period) {
        ticker.start(period, this::look);
    }

    /** Looks once. */
    void look() {
        try {
            Object document = source.fetch();
            if (document == null || Objects.equals(document, seen)) {
                return;
            }
            seen = document;
            Loading loading = RouteTables.parse(document);
            if (loading instanceof Loading.Loaded loaded) {
                inForce.accept(loaded.table());
                LOG.info(
                        "a changed route table is in force: {} routes",
                        loaded.table().routes().size());
            } else if (loading instanceof Loading.Refused refused) {
                LOG.error(
                        "the changed route table is refused and the old one stays:{}",
                        Faults.listed(refused.problems()));
            }
        } catch (IOException | RuntimeException failure) {
            LOG.warn("the route table could not be read again; the old one stays", failure);
        }
    }

    @Override
    public void close() {
        ticker.close();
    }
}
