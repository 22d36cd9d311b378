package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Node.TextNode;
import dev.gatehouse.config.tree.Section;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What of a live request marks the upstream as dead. Whether the request goes on to another one is a decision of its own,
 * see {@link Failover}.
 *
 * @param failures {@link FailureKind#UNREACHABLE}, {@link FailureKind#TIMEOUT}, both or none
 * @param statuses of an answer, each 500 to 599
 */
public record MarkOn(Set<FailureKind> failures, Set<Integer> statuses) {

    /** No connection, a timeout, 502, 503 and 504: what a server that is gone looks like, itself or behind its own proxy. */
    public static final MarkOn DEFAULT =
            new MarkOn(EnumSet.of(FailureKind.UNREACHABLE, FailureKind.TIMEOUT), Set.of(502, 503, 504));

    private static final List<FailureKind> NAMED = List.of(FailureKind.UNREACHABLE, FailureKind.TIMEOUT);

    private static final Expectation<Integer> STATUS = Expectation.integer(500, 599);

    /** A failure as such, or a status. */
    private static final Expectation<Object> ENTRY = new Expectation<>(
            "unreachable or timeout or a status from 500 to 599",
            false,
            node -> node instanceof TextNode text
                    ? named(text.value())
                    : STATUS.reading().read(node));

    /** Copies the sets. */
    public MarkOn {
        failures = Set.copyOf(failures);
        statuses = Collections.unmodifiableSet(new TreeSet<>(statuses));
    }

    /** Reads the list; an empty one stands for nothing. */
    static MarkOn read(Section in, String key) {
        return in.list(key, 0, Section.UNBOUNDED, ENTRY).map(MarkOn::of).orElse(DEFAULT);
    }

    private static MarkOn of(List<Object> entries) {
        Set<FailureKind> failures = EnumSet.noneOf(FailureKind.class);
        Set<Integer> statuses = new TreeSet<>();
        for (Object entry : entries) {
            if (entry instanceof FailureKind failure) {
                failures.add(failure);
            } else if (entry instanceof Integer status) {
                statuses.add(status);
            }
        }
        return new MarkOn(failures, statuses);
    }

    private static @Nullable Object named(String text) {
        return NAMED.stream()
                .filter(failure -> failure.text().equals(text))
                .findFirst()
                .orElse(null);
    }

    /** As it is written in a table: the failures, then the statuses. */
    public List<Object> written() {
        List<Object> entries = new ArrayList<>();
        NAMED.stream().filter(failures::contains).map(FailureKind::text).forEach(entries::add);
        entries.addAll(statuses);
        return entries;
    }
}
