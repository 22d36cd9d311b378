package dev.gatehouse.cli;

import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.profile.Profiles;
import dev.gatehouse.config.source.Secrets;
import dev.gatehouse.config.source.SettingLookup;
import dev.gatehouse.config.source.VariableFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The variables of a profile, in place of a route table. */
final class ProfileOption {

    @Option(
            names = "--profile",
            required = true,
            paramLabel = "NAME",
            description = "Read the variables of messageweave, apex or kisum in place of a table.")
    private Profile profile = Profile.JOUSKA;

    @Option(
            names = "--vars",
            paramLabel = "FILE",
            description = "Where they are, one NAME=VALUE a line. Left out: system properties and the environment.")
    private @Nullable Path file;

    /** What to call them: the file, or the profile. */
    String name() {
        return file == null ? profile.name().toLowerCase(Locale.ROOT) : file.toString();
    }

    /**
     * The table that they make.
     *
     * @throws Refusal with every fault, one a line; none shows a secret
     */
    RouteTableConfig table(Secrets secrets) {
        if (profile == Profile.JOUSKA) {
            throw new Refusal("jouska has no variables (expected: messageweave, apex or kisum, or a table)");
        }
        Profiles.Outcome outcome = Profiles.read(profile, variables(), secrets::value);
        if (outcome instanceof Profiles.Outcome.Broken broken) {
            throw new Refusal(broken.problems().stream()
                    .map(problem -> name() + ": " + problem)
                    .collect(Collectors.joining(System.lineSeparator())));
        }
        return ((Profiles.Outcome.Ready) outcome).table();
    }

    private Function<String, @Nullable Object> variables() {
        if (file == null) {
            return SettingLookup.ofProcess(List.of())::findVariable;
        }
        Map<String, String> variables = read(file);
        return variables::get;
    }

    private static Map<String, String> read(Path file) {
        try {
            return VariableFile.read(file);
        } catch (NoSuchFileException e) {
            throw new Refusal(file + ": no such file");
        } catch (IOException e) {
            throw new Refusal(file + ": cannot be read: " + e.getMessage());
        }
    }
}
