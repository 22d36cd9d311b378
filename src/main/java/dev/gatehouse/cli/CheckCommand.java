package dev.gatehouse.cli;

import dev.gatehouse.config.load.CanonicalJson;
import dev.gatehouse.config.model.RouteTableConfig;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Reads route tables, or the variables of a profile, as the proxy would and says everything that is wrong with them. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Check route tables, or the variables of a profile.",
            "Exit code 0 where all are sound, 1 with every fault on standard error."
        })
final class CheckCommand implements Callable<Integer> {

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by the parser
    private GatehouseCommand gatehouse;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Route tables; - is standard input.")
    private List<String> files = List.of();

    @ArgGroup(exclusive = false)
    private @Nullable ProfileOption profile;

    @Mixin
    private final SecretsOption secrets = new SecretsOption();

    @Option(
            names = "--effective",
            description = "Print each table as it takes effect: one line of JSON, defaults and all.")
    private boolean effective;

    @Override
    public Integer call() {
        ProfileOption variables = profile;
        if (files.isEmpty() == (variables == null)) {
            throw new ParameterException(spec.commandLine(), "Either route tables or --profile");
        }
        if (variables != null) {
            return check(variables.name(), () -> variables.table(secrets.secrets())) ? 0 : 1;
        }
        long faulty = files.stream()
                .filter(name ->
                        !check(name, () -> TableFile.read(name, System.in).table()))
                .count();
        return faulty == 0 ? 0 : 1;
    }

    /** Says what a table is like; whether it is sound. */
    private boolean check(String name, Supplier<RouteTableConfig> reading) {
        try {
            RouteTableConfig table = reading.get();
            gatehouse.out().println(effective ? CanonicalJson.of(table) : name + ": " + summary(table));
            return true;
        } catch (Refusal refusal) {
            gatehouse.err().println(refusal.getMessage());
            return false;
        }
    }

    private static String summary(RouteTableConfig table) {
        int routes = table.routes().size();
        int off = table.disabled().size();
        return "sound, " + routes + (routes == 1 ? " route" : " routes")
                + (off == 0 ? "" : " and " + off + " switched off");
    }
}
