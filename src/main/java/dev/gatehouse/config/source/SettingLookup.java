package dev.gatehouse.config.source;

import dev.gatehouse.config.tree.Spelling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds a setting by name: as an init parameter, as the system property {@code gatehouse.NAME}, as the environment variable
 * {@code GATEHOUSE_NAME} (upper case, words split by {@code _}), or in JNDI below {@code java:comp/env/gatehouse}. The
 * first that is set counts; one that is blank is not set.
 *
 * <p>Threads: may be shared where the places may be.
 */
public final class SettingLookup {

    private static final String PROPERTY_PREFIX = "gatehouse.";
    private static final String VARIABLE_PREFIX = "GATEHOUSE_";
    private static final String TABLE = "config";

    private final List<Function<String, @Nullable String>> initParameters;
    private final Function<String, @Nullable String> systemProperties;
    private final Function<String, @Nullable String> environment;
    private final Function<String, @Nullable Object> naming;

    /**
     * A lookup over places that are handed in.
     *
     * @param initParameters init parameters by name, the nearest first: of the filter or servlet, then of the application
     * @param systemProperties system properties by full name
     * @param environment environment variables by full name
     * @param naming JNDI entries by the name below {@code java:comp/env/gatehouse/}
     */
    public SettingLookup(
            List<Function<String, @Nullable String>> initParameters,
            Function<String, @Nullable String> systemProperties,
            Function<String, @Nullable String> environment,
            Function<String, @Nullable Object> naming) {
        this.initParameters = List.copyOf(initParameters);
        this.systemProperties = systemProperties;
        this.environment = environment;
        this.naming = naming;
    }

    /** A lookup over the init parameters given and the places of this process. */
    public static SettingLookup ofProcess(List<Function<String, @Nullable String>> initParameters) {
        return new SettingLookup(initParameters, System::getProperty, System::getenv, NamingEntries::find);
    }

    /** The setting: text, or an object bound in JNDI; null where it is set nowhere. */
    public @Nullable Object find(String name) {
        for (Function<String, @Nullable String> parameters : initParameters) {
            String value = parameters.apply(name);
            if (isSet(value)) {
                return value;
            }
        }
        String property = systemProperties.apply(PROPERTY_PREFIX + name);
        if (isSet(property)) {
            return property;
        }
        String variable = variable(name);
        return isSet(variable) ? variable : entry(name);
    }

    /**
     * A variable that keeps the name it has elsewhere: found like a setting, or else as the system property or the
     * environment variable {@code name}.
     */
    public @Nullable Object findVariable(String name) {
        Object setting = find(name);
        if (setting != null) {
            return setting;
        }
        String property = systemProperties.apply(name);
        if (isSet(property)) {
            return property;
        }
        String variable = environment.apply(name);
        return isSet(variable) ? variable : null;
    }

    /** The environment variable that holds a setting: {@code configTtlMs} is in {@code GATEHOUSE_CONFIG_TTL_MS}. */
    public static String variableName(String name) {
        return VARIABLE_PREFIX + name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }

    /**
     * What to tell the operator about names that mean nothing: init parameters that are no setting, and system properties
     * that begin like one of ours.
     */
    public static List<String> unknownNames(
            Set<String> known, Collection<String> initParameterNames, Collection<String> systemPropertyNames) {
        List<String> warnings = new ArrayList<>();
        for (String name : initParameterNames) {
            if (!known.contains(name)) {
                warnings.add("init parameter " + name + " is no setting" + suggestion(name, known));
            }
        }
        for (String property : systemPropertyNames) {
            if (property.startsWith(PROPERTY_PREFIX) && !known.contains(withoutPrefix(property))) {
                warnings.add(
                        "system property " + property + " is no setting" + suggestion(withoutPrefix(property), known));
            }
        }
        return warnings;
    }

    private @Nullable String variable(String name) {
        String value = environment.apply(variableName(name));
        return !isSet(value) && name.equals(TABLE) ? environment.apply(ConfigSource.CONVENTIONAL_VARIABLE) : value;
    }

    private @Nullable Object entry(String name) {
        Object bound = naming.apply(name);
        return bound instanceof String text && text.isBlank() ? null : bound;
    }

    private static boolean isSet(@Nullable String value) {
        return value != null && !value.isBlank();
    }

    private static String withoutPrefix(String property) {
        return property.substring(PROPERTY_PREFIX.length());
    }

    private static String suggestion(String name, Set<String> known) {
        String nearest = Spelling.nearest(name, known);
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }
}
