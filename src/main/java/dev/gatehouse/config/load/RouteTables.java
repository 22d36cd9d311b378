package dev.gatehouse.config.load;

import dev.gatehouse.config.load.Loading.Fault;
import dev.gatehouse.config.load.Loading.Loaded;
import dev.gatehouse.config.load.Loading.Refused;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.source.ConfigSource;
import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Node.Member;
import dev.gatehouse.config.tree.Node.NumberNode;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.ObjectTree;
import dev.gatehouse.config.tree.Pointer;
import dev.gatehouse.config.tree.Position;
import dev.gatehouse.config.tree.Problem;
import dev.gatehouse.config.tree.Report;
import dev.gatehouse.config.tree.Section;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns documents into route tables. There is no other validator: whatever loads, checks, previews or publishes a table
 * calls this one.
 */
public final class RouteTables {

    /** The document version this build writes. */
    public static final int CONFIG_VERSION = RouteTableConfig.VERSION;

    /** Whether blocks that are sound, but that nothing acts on yet, are let through. */
    private enum Support {
        REQUIRED,
        IGNORED
    }

    private RouteTables() {}

    /** Reads a table from JSON text; comments and trailing commas are welcome. */
    public static Loading parse(String text) {
        return read(text, Support.REQUIRED, new Report());
    }

    /** Reads a table from JSON text, or from maps, lists, texts, numbers and truth values. */
    public static Loading parse(Object document) {
        return read(document, Support.REQUIRED, new Report());
    }

    /**
     * Checks a table against the whole schema, blocks included that {@link #parse} refuses because nothing acts on them yet.
     * A table that comes out of this must not be served.
     */
    public static Loading validate(Object document) {
        return read(document, Support.IGNORED, new Report());
    }

    /** The same, and {@code listener} hears every question the reader asks. */
    static Loading validate(Object document, Report.Listener listener) {
        return read(document, Support.IGNORED, new Report(listener));
    }

    /**
     * The table of an application that states it in code, as JSON text or as maps and lists.
     *
     * @throws ConfigRejected with every problem, where it is not sound
     */
    public static RouteTableConfig define(Object document) {
        return parse(document).orThrow();
    }

    /**
     * Fetches and reads the table of a source.
     *
     * @return empty where the source has none
     */
    public static Optional<Loading> load(ConfigSource source) {
        Object document;
        try {
            document = source.fetch();
        } catch (IOException | RuntimeException failure) {
            String found = failure.getClass().getSimpleName() + ": " + failure.getMessage();
            Problem problem = new Problem(Pointer.ROOT, Position.NONE, found, "a route table");
            return Optional.of(new Refused(Fault.UNREACHABLE, List.of(problem)));
        }
        return document == null ? Optional.empty() : Optional.of(parse(document));
    }

    private static Loading read(Object document, Support support, Report report) {
        Node root = document instanceof String text ? JsonDocument.read(text, report) : ObjectTree.of(document, report);
        if (root == null) {
            return new Refused(Fault.MALFORMED, report.problems());
        }
        if (!(root instanceof ObjectNode object)) {
            report.add(new Problem(Pointer.ROOT, root.position(), root.shown(), "an object with routes"));
            return new Refused(Fault.SCHEMA, report.problems());
        }
        Problem version = unknownVersion(object);
        if (version != null) {
            return new Refused(Fault.UNSUPPORTED_VERSION, List.of(version));
        }
        RouteTableConfig table = RouteTableConfig.read(Section.root(object, report));
        if (support == Support.REQUIRED) {
            NotYetSupported.check(object, report);
        }
        return report.isClean() ? new Loaded(table) : new Refused(Fault.SCHEMA, report.problems());
    }

    /** A document of another version is not looked at any further: nobody knows what its fields mean. */
    private static @Nullable Problem unknownVersion(ObjectNode document) {
        Map<String, Member> members = document.members();
        Member version = members.get("version");
        if (version == null
                || !(version.value() instanceof NumberNode number)
                || Expectation.oneOf(CONFIG_VERSION).reading().read(number) != null) {
            return null;
        }
        return new Problem(
                Pointer.ROOT.key("version"),
                number.position(),
                "version " + number.shown() + " is not known to this build",
                "version " + CONFIG_VERSION);
    }
}
