package dev.gatehouse.upstream.health;

import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Node.FlagNode;
import dev.gatehouse.config.tree.Node.Member;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Node.TextNode;
import dev.gatehouse.config.tree.ObjectTree;
import dev.gatehouse.config.tree.Report;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Health as JSON text: {@code {"checkedAt": "2030-01-01T00:00:00.000Z", "services": {"auth": {"auth-a": true}}}}.
 *
 * <p>Others may write the text too. What is not understood of it is passed over; a name whose value is neither true nor
 * false is not known.
 */
final class HealthText {

    /** A longer text is none of ours, and nothing of it is read. */
    static final int MAX_CHARACTERS = 4 * 1024 * 1024;

    /** Always with three digits for milliseconds, as JavaScript writes it. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    private HealthText() {}

    /** A point in time as it is written. */
    static String time(Instant instant) {
        return TIME.format(instant);
    }

    /** Maps, lists, texts, numbers and truth values as JSON; null stands for itself. */
    static String write(Object value) {
        return JsonDocument.write(Objects.requireNonNull(ObjectTree.of(value, new Report())));
    }

    /** Reads a document. */
    static HealthDocument read(String text) {
        Node root = text.length() > MAX_CHARACTERS ? null : JsonDocument.read(text, new Report());
        if (!(root instanceof ObjectNode document)) {
            return HealthDocument.EMPTY;
        }
        Map<String, Map<String, Boolean>> services = new LinkedHashMap<>();
        members(document, "services").forEach((service, member) -> services.put(service, flags(member.value())));
        return new HealthDocument(instant(document.members().get("checkedAt")), services);
    }

    private static Map<String, Member> members(ObjectNode of, String key) {
        Member member = of.members().get(key);
        return member != null && member.value() instanceof ObjectNode object ? object.members() : Map.of();
    }

    private static Map<String, Boolean> flags(Node service) {
        Map<String, Boolean> flags = new LinkedHashMap<>();
        if (service instanceof ObjectNode object) {
            object.members().forEach((name, member) -> {
                if (member.value() instanceof FlagNode flag) {
                    flags.put(name, flag.value());
                }
            });
        }
        return flags;
    }

    private static @Nullable Instant instant(@Nullable Member member) {
        try {
            return member != null && member.value() instanceof TextNode text ? Instant.parse(text.value()) : null;
        } catch (DateTimeParseException notOurs) {
            return null;
        }
    }
}
