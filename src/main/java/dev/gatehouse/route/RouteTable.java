package dev.gatehouse.route;

import dev.gatehouse.config.model.Match;
import dev.gatehouse.http.RequestHead;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request: the first in table order whose host, path, methods and conditions all hold.
 *
 * <p>Compiled once, when the table is loaded. A request costs as much as its host has labels and its path has segments,
 * however many routes there are. Only routes with the very same host, prefix and (if they ask for an exact value) value are
 * asked one after another. Nothing is allocated for a path with one spelling.
 *
 * <p>Immutable, shared by all threads.
 *
 * @param <T> what a route leads to
 */
public final class RouteTable<T> {

    /**
     * One route.
     *
     * @param match  which requests it claims
     * @param target what it leads to
     */
    public record Entry<T>(Match match, T target) {}

    /**
     * What one route makes of a request, for people to read.
     *
     * @param position from 0, in table order
     * @param target   what the route leads to
     * @param verdict  why it is taken, or why not
     */
    public record Explanation<T>(int position, T target, RouteVerdict verdict) {}

    private final List<T> targets;
    private final Rule[] rules;
    private final HostIndex index;

    private RouteTable(List<T> targets, Rule[] rules, HostIndex index) {
        this.targets = targets;
        this.rules = rules;
        this.index = index;
    }

    /** Compiles routes; they are tried in the order of the list. */
    public static <T> RouteTable<T> compile(List<Entry<T>> routes) {
        List<T> targets = new ArrayList<>(routes.size());
        Rule[] rules = new Rule[routes.size()];
        HostIndex.Builder index = new HostIndex.Builder();
        for (int position = 0; position < rules.length; position++) {
            Entry<T> route = routes.get(position);
            targets.add(route.target());
            rules[position] = new Rule(position, route.match());
            index.add(rules[position]);
        }
        return new RouteTable<>(List.copyOf(targets), rules, index.build());
    }

    /** The target of the first route that claims the request; null where none does. */
    public @Nullable T match(RequestHead request) {
        int found = index.lowest(request, rules.length);
        return found < rules.length ? targets.get(found) : null;
    }

    /** Asks every route in turn and says what came of it. Costs as much as there are routes. */
    public List<Explanation<T>> explain(RequestHead request) {
        List<Explanation<T>> explanations = new ArrayList<>(rules.length);
        boolean taken = false;
        for (int position = 0; position < rules.length; position++) {
            RouteVerdict verdict = rules[position].judge(request);
            if (verdict instanceof RouteVerdict.Matched) {
                verdict = taken ? new RouteVerdict.ComesTooLate() : verdict;
                taken = true;
            }
            explanations.add(new Explanation<>(position, targets.get(position), verdict));
        }
        return explanations;
    }

    /** How many routes there are. */
    public int size() {
        return rules.length;
    }
}
