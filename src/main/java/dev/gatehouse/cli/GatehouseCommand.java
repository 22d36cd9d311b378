package dev.gatehouse.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line. Each thing it can do is a command of its own. */
@Command(
        name = "gatehouse",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "A reverse proxy and load balancer for Java app servers.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            DemoCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            SignLinkCommand.class,
            HashKeyCommand.class
        })
public final class GatehouseCommand {

    private final Consumer<Runnable> atExit;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    GatehouseCommand(Consumer<Runnable> atExit) {
        this.atExit = atExit;
    }

    /**
     * Runs the command that {@code args} name.
     *
     * @param atExit takes what must be done when the process ends
     * @return the exit code
     */
    public static int run(String[] args, Consumer<Runnable> atExit) {
        return commandLine(atExit).execute(args);
    }

    static CommandLine commandLine(Consumer<Runnable> atExit) {
        return new CommandLine(new GatehouseCommand(atExit))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(failure instanceof Refusal ? failure.getMessage() : failure.toString());
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }

    void whenExiting(Runnable step) {
        atExit.accept(step);
    }

    /** Serves until the process is told to stop. */
    int serve(Standalone server) throws Exception {
        whenExiting(server::stop);
        server.start();
        out().println("gatehouse ready on " + server.url());
        out().flush();
        server.join();
        return 0;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
