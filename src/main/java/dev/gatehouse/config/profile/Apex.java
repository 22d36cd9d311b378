package dev.gatehouse.config.profile;

import dev.gatehouse.config.model.Readiness;
import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Two origins behind one public name or several, chosen by a readiness gate for each request. */
final class Apex {

    private static final String HOST = "APEX_PUBLIC_HOST";
    private static final String HOSTS = "APEX_PUBLIC_HOSTS";
    private static final String ZONE = "APEX_ZONE";
    private static final String PRIMARY = "APEX_ORIGIN_PRIMARY";
    private static final String SECONDARY = "APEX_ORIGIN_SECONDARY";
    private static final String PATH = "APEX_READY_PATH";
    private static final String STATUS = "APEX_READY_STATUS";

    /** The name of the secret; never a variable that could stand in a committed file by mistake. */
    private static final String TOKEN = "APEX_READY_TOKEN";

    static final Set<String> VARIABLES = Set.of(HOST, HOSTS, ZONE, PRIMARY, SECONDARY, PATH, STATUS);

    private static final Pattern NAME = Pattern.compile(
            "(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+");
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*\\.[0-9]+");

    private static final Expectation<String> HOST_NAME = Expectation.text(
            "a host name of ASCII labels without scheme, port, wildcard and final dot, no address", Apex::name);

    private static final Expectation<String> READY_PATH = Expectation.text(
            "a path that begins with /, of letters, digits and . _ ~ - /, without repeated slashes and dot segments",
            Apex::path);

    private static final Expectation<String> EXACT = Expectation.oneOf(List.of("204", "200"));

    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7E]+");

    private final Variables variables;
    private final Function<String, Optional<String>> secrets;

    Apex(Variables variables, Function<String, Optional<String>> secrets) {
        this.variables = variables;
        this.secrets = secrets;
    }

    /** The routes; faults are noted. */
    List<Map<String, Object>> routes(Template template, Map<String, Object> front) {
        Section in = variables.section(Set.of(HOST, ZONE, PRIMARY, SECONDARY, PATH, STATUS), Set.of(HOSTS));
        Map<String, String> hosts = hosts(in);
        String zone = in.required(ZONE, HOST_NAME).orElse("");
        String primary = in.required(PRIMARY, HOST_NAME).orElse("");
        String secondary = in.required(SECONDARY, HOST_NAME).orElse("");
        String path = in.required(PATH, READY_PATH).orElse("");
        checkToken(in);
        checkZone(in, zone, hosts.keySet(), primary, secondary);
        if (!hosts.isEmpty() && !path.isEmpty()) {
            front.put("hosts", List.copyOf(hosts.keySet()));
            front.put("reserved", List.of(path));
        }
        List<Map<String, Object>> routes = new ArrayList<>();
        hosts.forEach((host, status) -> routes.add(route(template, host, status, primary, secondary, path)));
        return routes;
    }

    /** The public names, each with the status that says ready. */
    private Map<String, String> hosts(Section in) {
        if (!in.has(HOSTS)) {
            Map<String, String> one = new LinkedHashMap<>();
            String status = in.value(STATUS, EXACT).orElse("204");
            in.required(HOST, HOST_NAME).ifPresent(host -> one.put(host, status));
            return one;
        }
        if (in.has(HOST) || in.has(STATUS)) {
            in.fault(in.has(HOST) ? HOST : STATUS, "set beside " + HOSTS, "one of the two forms");
        }
        Map<String, String> several = in.map(HOSTS, HOST_NAME, EXACT).orElse(Map.of());
        if (several.isEmpty()) {
            in.problem(HOSTS, "at least one host name with \"204\" or \"200\"");
        }
        return several;
    }

    private void checkToken(Section in) {
        Optional<String> token = secrets.apply(TOKEN);
        if (token.isEmpty()) {
            in.missing(TOKEN, "a secret of that name");
        } else if (!VISIBLE.matcher(token.get()).matches()) {
            in.fault(TOKEN, "text of " + token.get().length() + " characters", "visible ASCII without white space");
        }
    }

    private static void checkZone(Section in, String zone, Set<String> hosts, String primary, String secondary) {
        Set<String> seen = new HashSet<>();
        List<String> names = new ArrayList<>(hosts);
        names.add(primary);
        names.add(secondary);
        for (String name : names) {
            if (name.isEmpty() || zone.isEmpty()) {
                continue; // noted already
            }
            if (!name.endsWith("." + zone)) {
                in.fault(ZONE, name + " is not in " + zone, "public and origin names in one zone");
            }
            if (!seen.add(name)) {
                in.fault(PRIMARY, name + " again", "public, primary and secondary names that differ");
            }
        }
    }

    private static Map<String, Object> route(
            Template template, String host, String status, String primary, String secondary, String path) {
        Map<String, Object> route = template.route();
        route.put("id", host);
        route.put("match", Map.of("host", host, "path", "/"));
        Map<String, Object> pool = Template.child(route, "pool");
        pool.put("origins", List.of(origin(host, "primary", primary), origin(host, "secondary", secondary)));
        Map<String, Object> readiness = Template.child(pool, "readiness");
        readiness.put("path", path);
        readiness.put("status", Integer.valueOf(status));
        readiness.put("secret", TOKEN);
        pool.put("readiness", readiness);
        route.put("pool", pool);
        return route;
    }

    private static Map<String, Object> origin(String host, String name, String connectTo) {
        return Map.of("url", "https://" + host, "name", name, "connectTo", connectTo);
    }

    private static @Nullable String name(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        return NAME.matcher(name).matches() && !ADDRESS.matcher(name).matches() ? name : null;
    }

    private static @Nullable String path(String text) {
        return Readiness.isPath(text) ? text : null;
    }
}
