package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Report;
import dev.gatehouse.config.tree.Section;
import java.util.List;

/** Health blocks for tests, read by themselves. */
public final class HealthBlocks {

    private HealthBlocks() {}

    /** The settings of a sound block. */
    public static Health read(String json) {
        Report report = new Report();
        Health health = read(json, report);
        if (!report.isClean()) {
            throw new AssertionError(faults(report));
        }
        return health;
    }

    /** The faults of a block; empty where it is sound. */
    public static List<String> faults(String json) {
        Report report = new Report();
        Health unused = read(json, report);
        return faults(report);
    }

    private static Health read(String json, Report report) {
        if (JsonDocument.read(json, report) instanceof ObjectNode object) {
            return Health.read(Section.root(object, report));
        }
        throw new AssertionError("no object: " + json);
    }

    private static List<String> faults(Report report) {
        return report.problems().stream()
                .map(problem -> problem.pointer().path() + ": " + problem.message())
                .toList();
    }
}
