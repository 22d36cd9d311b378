package dev.gatehouse.servlet;

import dev.gatehouse.config.tree.Problem;
import java.util.List;

/** Faults as operators read them: each on a line of its own. */
final class Faults {

    private Faults() {}

    static String listed(List<Problem> problems) {
        StringBuilder lines = new StringBuilder();
        problems.forEach(
                problem -> lines.append(System.lineSeparator()).append("  ").append(problem));
        return lines.toString();
    }
}
