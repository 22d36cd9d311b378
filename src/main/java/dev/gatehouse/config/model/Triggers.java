package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Node.NumberNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Ways in which an attempt may go wrong, as a policy names them: {@code timeout}, {@code unreachable}, {@code 5xx}, or
 * single statuses from 500 to 599.
 *
 * @param kinds the ways with a name of their own
 * @param statuses single statuses, ascending
 */
public record Triggers(Set<FailureKind> kinds, Set<Integer> statuses) {

    /** Nothing. */
    public static final Triggers NONE = new Triggers(Set.of(), Set.of());

    /** What one entry of a list accepts. */
    static final Expectation<Triggers> ENTRY = new Expectation<>(
            "timeout, unreachable, 5xx or a status from 500 to 599",
            false,
            node -> node instanceof NumberNode
                    ? status(Expectation.integer(500, 599).reading().read(node))
                    : kind(Grammar.FAILURE.reading().read(node)));

    /** Copies the sets. */
    public Triggers {
        kinds = Set.copyOf(kinds);
        statuses = Set.copyOf(statuses);
    }

    private static @Nullable Triggers status(@Nullable Integer status) {
        return status == null ? null : new Triggers(Set.of(), Set.of(status));
    }

    private static @Nullable Triggers kind(@Nullable FailureKind kind) {
        return kind == null ? null : new Triggers(Set.of(kind), Set.of());
    }

    /** All that any of {@code several} names. */
    static Triggers joined(Collection<Triggers> several) {
        Set<FailureKind> kinds = EnumSet.noneOf(FailureKind.class);
        Set<Integer> statuses = new TreeSet<>();
        for (Triggers one : several) {
            kinds.addAll(one.kinds);
            statuses.addAll(one.statuses);
        }
        return new Triggers(kinds, statuses);
    }

    /** Whether a failure without an answer is named. */
    public boolean names(FailureKind kind) {
        return kinds.contains(kind);
    }

    /** Whether an answer with {@code status} is named. */
    public boolean namesStatus(int status) {
        return status >= 500 && status <= 599 && (kinds.contains(FailureKind.STATUS_5XX) || statuses.contains(status));
    }

    /** The entries as they are written in a table, in a fixed order. */
    public List<Object> written() {
        List<Object> entries = new ArrayList<>();
        for (FailureKind kind : FailureKind.values()) {
            if (kinds.contains(kind)) {
                entries.add(kind.text());
            }
        }
        entries.addAll(new TreeSet<>(statuses));
        return entries;
    }
}
