package dev.gatehouse.config.tree;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the faults of a document while it is read. The same fault found twice counts once: a table-wide default is
 * read again for every route.
 *
 * <p>Threads: confined to the one that reads.
 */
public final class Report {

    /** Told of every question a reader asks; a document can be described by listening. */
    public interface Listener {

        /**
         * A setting was asked for.
         *
         * @param section where it would stand
         * @param key its key
         * @param expectation what would be accepted, in the words of a fault
         */
        void asked(Pointer section, String key, String expectation);
    }

    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Listener listener;

    /** A report nobody listens to. */
    public Report() {
        this((section, key, expectation) -> {});
    }

    /** A report that also tells {@code listener} what is asked. */
    public Report(Listener listener) {
        this.listener = listener;
    }

    /** Notes a fault. */
    public void add(Problem problem) {
        problems.add(problem);
    }

    /** Whether nothing was noted. */
    public boolean isClean() {
        return problems.isEmpty();
    }

    /** Everything noted, in the order of the text where there is one. */
    public List<Problem> problems() {
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort((a, b) -> a.position().line() != b.position().line()
                ? Integer.compare(a.position().line(), b.position().line())
                : Integer.compare(a.position().column(), b.position().column()));
        return sorted;
    }

    void asked(Pointer section, String key, String expectation) {
        listener.asked(section, key, expectation);
    }
}
