package dev.gatehouse.config.profile;

import dev.gatehouse.config.load.Loading;
import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.Front;
import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.tree.Problem;
import dev.gatehouse.config.tree.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the variables of a profile. */
public final class Profiles {

    /** What the variables say. */
    public sealed interface Outcome {

        /**
         * They are sound.
         *
         * @param table what they stand for
         */
        record Ready(RouteTableConfig table) implements Outcome {}

        /**
         * They are not. The proxy starts all the same and answers every request as {@code front} says.
         *
         * @param problems every fault; none of them shows a secret
         * @param empty whether nothing is wrong but that no origin is named: then the status page answers still
         */
        record Broken(Front front, List<Problem> problems, boolean empty) implements Outcome {

            /** Copies the list. */
            public Broken {
                problems = List.copyOf(problems);
            }
        }
    }

    private Profiles() {}

    /** The names of all variables of all profiles. */
    public static Set<String> variables() {
        Set<String> names = new TreeSet<>();
        names.addAll(MessageWeave.VARIABLES);
        names.addAll(Apex.VARIABLES);
        names.addAll(Kisum.VARIABLES);
        return names;
    }

    /**
     * Reads the variables of {@code profile}, which is not the route table's own.
     *
     * @param lookup a variable by name: text, or lists and maps that a container has bound; null where it is not set
     * @param secrets a secret by name
     */
    public static Outcome read(
            Profile profile, Function<String, @Nullable Object> lookup, Function<String, Optional<String>> secrets) {
        Variables variables = new Variables(lookup, new Report());
        Template template = Template.of(profile);
        Map<String, Object> front = template.front();
        List<Map<String, Object>> routes = switch (profile) {
            case MESSAGEWEAVE -> new MessageWeave(variables).routes(template, front);
            case APEX -> new Apex(variables, secrets).routes(template, front);
            case KISUM -> new Kisum(variables).routes(template, front);
            case JOUSKA -> throw new IllegalArgumentException("a route table has no variables");
        };
        List<Problem> problems = variables.report().problems();
        return problems.isEmpty() ? ready(front, routes) : broken(front, problems, isEmpty(profile, variables));
    }

    private static boolean isEmpty(Profile profile, Variables variables) {
        return profile == Profile.MESSAGEWEAVE && new MessageWeave(variables).namesNoOrigin();
    }

    private static Outcome ready(Map<String, Object> front, List<Map<String, Object>> routes) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("front", front);
        document.put("routes", routes);
        Loading loading = RouteTables.parse(document);
        if (loading instanceof Loading.Refused refused) { // what no reader of variables has noticed
            return broken(front, refused.problems(), false);
        }
        return new Outcome.Ready(loading.orThrow());
    }

    /** The front of a table that can be read: one with a route that nothing ever reaches. */
    private static Outcome broken(Map<String, Object> front, List<Problem> problems, boolean empty) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("front", front);
        document.put("routes", List.of(Map.of("match", Map.of("path", "/"), "respond", Map.of("status", 503))));
        return new Outcome.Broken(RouteTables.define(document).front(), problems, empty);
    }
}
