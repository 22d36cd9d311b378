package dev.gatehouse.config.load;

import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Node.FlagNode;
import dev.gatehouse.config.tree.Node.ListNode;
import dev.gatehouse.config.tree.Node.Member;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Pointer;
import dev.gatehouse.config.tree.Problem;
import dev.gatehouse.config.tree.Report;
import java.util.List;

/**
 * Refuses blocks that the schema knows and that nothing acts on yet: a guard that is written and does not stand would be
 * worse than none. Each capability strikes its own lines from {@link #BLOCKS} when it arrives.
 */
final class NotYetSupported {

    private static final List<String> BLOCKS = List.of("cache");

    private NotYetSupported() {}

    /** Notes every such block of {@code document}, but for routes that are switched off. */
    static void check(ObjectNode document, Report report) {
        Member defaults = document.members().get("defaults");
        if (defaults != null) {
            checkBlocks(defaults.value(), Pointer.ROOT.key("defaults"), report);
        }
        Member routes = document.members().get("routes");
        if (routes != null && routes.value() instanceof ListNode list) {
            for (int index = 0; index < list.entries().size(); index++) {
                checkBlocks(
                        list.entries().get(index), Pointer.ROOT.key("routes").index(index), report);
            }
        }
    }

    private static void checkBlocks(Node node, Pointer at, Report report) {
        if (!(node instanceof ObjectNode route) || isDisabled(route)) {
            return;
        }
        for (String block : BLOCKS) {
            Member member = route.members().get(block);
            if (member != null && !isEmptyList(member.value())) {
                report.add(new Problem(at.key(block), member.value().position(), "not yet supported", ""));
            }
        }
    }

    private static boolean isDisabled(ObjectNode route) {
        Member enabled = route.members().get("enabled");
        return enabled != null && enabled.value() instanceof FlagNode flag && !flag.value();
    }

    private static boolean isEmptyList(Node value) {
        return value instanceof ListNode list && list.entries().isEmpty();
    }
}
