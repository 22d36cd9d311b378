package dev.gatehouse.cli;

import dev.gatehouse.config.load.CanonicalJson;
import dev.gatehouse.config.model.RouteTableConfig;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Reads route tables as the proxy would and says everything that is wrong with them. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Check route tables. Exit code 0 where all are sound, 1 with every fault on standard error.")
final class CheckCommand implements Callable<Integer> {

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by the parser
    private GatehouseCommand gatehouse;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Route tables; - is standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--effective",
            description = "Print each table as it takes effect: one line of JSON, defaults and all.")
    private boolean effective;

    @Override
    public Integer call() {
        int faulty = 0;
        for (String name : files) {
            try {
                RouteTableConfig table = TableFile.read(name, System.in).table();
                gatehouse.out().println(effective ? CanonicalJson.of(table) : name + ": " + summary(table));
            } catch (Refusal refusal) {
                gatehouse.err().println(refusal.getMessage());
                faulty++;
            }
        }
        return faulty == 0 ? 0 : 1;
    }

    private static String summary(RouteTableConfig table) {
        int routes = table.routes().size();
        int off = table.disabled().size();
        return "sound, " + routes + (routes == 1 ? " route" : " routes")
                + (off == 0 ? "" : " and " + off + " switched off");
    }
}
