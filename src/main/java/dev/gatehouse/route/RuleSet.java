package dev.gatehouse.route;

import dev.gatehouse.config.model.Condition;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.route.RouteVerdict.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rules with the same host and the same prefix. Those that ask for one exact value of a field, parameter or cookie are
 * found by that value, so that a table may tell thousands of tenants apart by one header; the others are asked one after
 * another.
 *
 * <p>Immutable.
 */
final class RuleSet {

    /** Where a rule's first exact value is looked for. */
    private record Key(Family family, String name) {}

    private record Keyed(Key key, Map<String, Rule[]> byValue) {}

    private final Rule[] others; // by position, lowest first; so are the arrays in keyed
    private final Keyed[] keyed;

    /** Takes rules in ascending order of position. */
    RuleSet(List<Rule> rules) {
        List<Rule> plain = new ArrayList<>();
        Map<Key, Map<String, List<Rule>>> byKey = new LinkedHashMap<>();
        for (Rule rule : rules) {
            if (!addByValue(rule, byKey)) {
                plain.add(rule);
            }
        }
        others = plain.toArray(Rule[]::new);
        keyed = byKey.entrySet().stream()
                .map(entry -> new Keyed(entry.getKey(), asArrays(entry.getValue())))
                .toArray(Keyed[]::new);
    }

    private static boolean addByValue(Rule rule, Map<Key, Map<String, List<Rule>>> byKey) {
        for (Family family : Family.values()) {
            for (Condition condition : rule.conditions(family)) {
                if (condition.operator() instanceof Condition.Operator.Equals equal) {
                    byKey.computeIfAbsent(new Key(family, condition.name()), key -> new HashMap<>())
                            .computeIfAbsent(equal.value(), value -> new ArrayList<>())
                            .add(rule);
                    return true;
                }
            }
        }
        return false;
    }

    private static Map<String, Rule[]> asArrays(Map<String, List<Rule>> lists) {
        Map<String, Rule[]> arrays = new HashMap<>();
        lists.forEach((value, rules) -> arrays.put(value, rules.toArray(Rule[]::new)));
        return arrays;
    }

    /**
     * The lowest position of a rule whose methods and conditions hold, if there is one below {@code limit}; else
     * {@code limit}.
     */
    int lowest(RequestHead request, int limit) {
        int best = lowestOf(others, request, limit);
        for (Keyed group : keyed) {
            String value = Rule.value(group.key().family(), group.key().name(), request);
            Rule[] rules = value == null ? null : group.byValue().get(value);
            best = rules == null ? best : lowestOf(rules, request, best);
        }
        return best;
    }

    private static int lowestOf(Rule[] rules, RequestHead request, int limit) {
        for (Rule rule : rules) {
            if (rule.position() >= limit) {
                break;
            }
            if (rule.holdsBeyondPath(request)) {
                return rule.position();
            }
        }
        return limit;
    }
}
