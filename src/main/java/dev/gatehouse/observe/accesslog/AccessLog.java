package dev.gatehouse.observe.accesslog;

import dev.gatehouse.event.Events;
import dev.gatehouse.event.InjectEnd;
import dev.gatehouse.event.MirrorComparison;
import dev.gatehouse.event.MirrorEnd;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.event.Selection;
import dev.gatehouse.event.StreamEnd;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one line per request on the logger {@code gatehouse.access}: when the exchange is over, so that the line tells
 * how its stream ended. It does not wait for a mirror: what becomes of a copy later is told on a line of its own, with the
 * same request id. The minimal format leaves mirrors out.
 *
 * <p>Threads: shared. Writing is the logger's; give it an asynchronous appender where the disk may be slow.
 */
public final class AccessLog implements Events {

    /** The name of the logger. */
    public static final String LOGGER = "gatehouse.access";

    /** How a line looks. */
    public enum Format {
        /** The few things one reads with the naked eye. */
        MINIMAL,
        /** One JSON object with every field. */
        JSON
    }

    private final Format format;
    private final Consumer<String> lines;

    /** A log in {@code format} that hands its lines to {@code lines}. */
    public AccessLog(Format format, Consumer<String> lines) {
        this.format = format;
        this.lines = lines;
    }

    /** A log in {@code format} on the logger. */
    public static AccessLog onLogger(Format format) {
        Logger logger = LoggerFactory.getLogger(LOGGER);
        return new AccessLog(format, logger::info);
    }

    @Override
    public void proxied(ProxyEvent event) {
        CompletionStage<StreamEnd> stream = event.stream();
        if (stream == null) {
            write(event, null);
        } else {
            CompletionStage<?> inject = event.inject();
            if (inject == null) {
                stream.thenAccept(end -> write(event, end));
            } else {
                stream.thenAcceptBoth(inject, (end, placed) -> write(event, end));
            }
        }
    }

    private void write(ProxyEvent event, @Nullable StreamEnd end) {
        if (format == Format.MINIMAL) {
            lines.accept(minimal(event, end));
            return;
        }
        MirrorEnd mirror = settled(event.mirror());
        lines.accept(json(event, end, mirror));
        if (event.mirror() != null && mirror == null) {
            event.mirror().thenAccept(later -> lines.accept(mirrorOnly(event, later)));
        }
    }

    private static String mirrorOnly(ProxyEvent event, MirrorEnd mirror) {
        JsonLine line = new JsonLine()
                .text("message", "mirror")
                .text("routeId", event.routeId())
                .text("requestId", event.requestId());
        writeMirror(line, mirror);
        return line.toString();
    }

    private static void writeMirror(JsonLine line, MirrorEnd mirror) {
        line.object("mirror")
                .text("upstream", mirror.upstream())
                .text("outcome", mirror.outcome().text())
                .number("durationMs", mirror.durationMs());
        MirrorComparison compared = mirror.comparison();
        if (compared != null) {
            line.text("comparison", compared.verdict().text())
                    .number("mainMs", compared.mainMs())
                    .number("mirrorMs", compared.mirrorMs());
        }
        line.end();
    }

    private static String json(ProxyEvent event, @Nullable StreamEnd end, @Nullable MirrorEnd mirror) {
        JsonLine line = new JsonLine()
                .text("message", "proxy")
                .text("routeId", event.routeId())
                .text("requestId", event.requestId())
                .text("upstream", event.upstream())
                .text("method", event.method())
                .text("path", Shortened.toBytes(event.path(), 256))
                .number("status", event.status())
                .number("durationMs", event.durationMs())
                .number("attempts", event.attempts())
                .text("outcome", event.outcome().text());
        writeChoice(line, event);
        if (event.guardReason() != null) {
            line.text("guardReason", event.guardReason());
        }
        line.truth("redirectRewritten", event.redirectRewritten()).truth("bodyRewritten", event.bodyRewritten());
        if (event.rewriteSkipped() != null) {
            line.text("rewriteSkipped", event.rewriteSkipped().text());
        }
        InjectEnd inject = settled(event.inject());
        if (inject != null) {
            line.object("inject")
                    .texts("landed", inject.landed())
                    .texts("missed", inject.missed())
                    .end();
        }
        if (end != null) {
            line.object("stream")
                    .text("outcome", end.outcome().text())
                    .number("bytes", end.bytes())
                    .number("durationMs", end.durationMs())
                    .end();
        }
        if (mirror != null) {
            writeMirror(line, mirror);
        }
        return line.toString();
    }

    private static void writeChoice(JsonLine line, ProxyEvent event) {
        Selection selection = event.selection();
        if (selection != null) {
            line.object("selection")
                    .number("index", selection.index())
                    .text("reason", selection.reason())
                    .text("scope", selection.scope())
                    .end();
        }
        if (event.ejected() != null) {
            line.texts("ejected", event.ejected());
        }
        if (event.limitReason() != null) {
            line.text("limitReason", event.limitReason().text());
        }
    }

    /** What a stage has come to; null where it has not. */
    private static <T> @Nullable T settled(@Nullable CompletionStage<T> stage) {
        return stage == null ? null : stage.toCompletableFuture().getNow(null);
    }

    private static String minimal(ProxyEvent event, @Nullable StreamEnd end) {
        return Shortened.printable(event.method()) + ' '
                + Shortened.printable(Shortened.toBytes(event.path(), 256)) + ' '
                + event.status() + ' '
                + event.durationMs() + "ms "
                + Shortened.printable(event.upstream().isEmpty() ? "-" : event.upstream()) + ' '
                + event.outcome().text()
                + (end == null ? "" : " " + end.outcome().text() + " " + end.bytes() + "B");
    }
}
