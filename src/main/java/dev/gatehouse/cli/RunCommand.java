package dev.gatehouse.cli;

import dev.gatehouse.config.source.SettingLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Serves a route table with the container that comes with the WAR. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Serve a route table.",
            "Other settings are system properties (-Dgatehouse.NAME=VALUE before -jar) or environment variables."
        })
final class RunCommand implements Callable<Integer> {

    private static final Path DEFAULT_TABLE = Path.of("conf", "routes.json");

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by the parser
    private GatehouseCommand gatehouse;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = {
                "The route table. Left out: the setting of that name, or what the setting profile makes of its variables, else"
                        + " conf/routes.json beside the WAR."
            })
    private @Nullable String config;

    @Mixin
    private Address address = new Address();

    @Override
    public Integer call() throws Exception {
        Standalone server = new Standalone(address, settings(), Standalone.gracePeriod());
        return gatehouse.serve(server);
    }

    private Map<String, String> settings() {
        String file = config == null ? defaultTable() : config;
        if (file == null) {
            return Map.of();
        }
        TableFile table = TableFile.read(file, System.in);
        table.table(); // its faults are told by file and line, before anything starts
        boolean isOnePath = !file.equals("-") && file.chars().noneMatch(Character::isWhitespace);
        return Map.of("config", isOnePath ? file : table.text()); // the setting separates paths by white space
    }

    private static @Nullable String defaultTable() {
        Path war = Path.of(System.getProperty("java.class.path", "")); // with java -jar, the WAR and nothing else
        return defaultTable(SettingLookup.ofProcess(List.of()), war);
    }

    /** The table beside {@code war}; null where there is none, or where a setting says something: a table, or a profile. */
    static @Nullable String defaultTable(SettingLookup settings, Path war) {
        if (settings.find("config") != null || makesTable(settings.find("profile"))) {
            return null;
        }
        Path table = war.resolveSibling(DEFAULT_TABLE);
        return war.toString().endsWith(".war") && Files.isRegularFile(table) ? table.toString() : null;
    }

    /** Whether a profile makes a table of its own; one that is not known is refused later. */
    private static boolean makesTable(@Nullable Object profile) {
        return profile != null && !profile.equals("jouska");
    }
}
