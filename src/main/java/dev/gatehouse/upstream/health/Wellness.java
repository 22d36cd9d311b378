package dev.gatehouse.upstream.health;

import dev.gatehouse.config.model.ExpectedField;
import dev.gatehouse.config.model.HealthProbe;
import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Node.Member;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Node.TextNode;
import dev.gatehouse.config.tree.Report;
import dev.gatehouse.transport.ProbeAnswer;

/** Says whether what came of a probe is what is expected of an upstream that is well. Looks at nothing else. */
final class Wellness {

    private Wellness() {}

    static boolean isShownBy(ProbeAnswer answer, HealthProbe probe) {
        if (!(answer instanceof ProbeAnswer.Answered answered)
                || !probe.status().admits(answered.status())) {
            return false;
        }
        ExpectedField expected = probe.json();
        return expected == null || says(answered.text(), expected);
    }

    /** A body in which a name occurs twice says nothing: its readers would not agree on what. */
    private static boolean says(String body, ExpectedField expected) {
        Report report = new Report();
        Node root = JsonDocument.read(body, report);
        if (!(root instanceof ObjectNode object) || !report.isClean()) {
            return false;
        }
        Member member = object.members().get(expected.field());
        return member != null
                && member.value() instanceof TextNode text
                && text.value().equals(expected.value());
    }
}
