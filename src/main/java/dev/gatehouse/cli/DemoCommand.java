package dev.gatehouse.cli;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Serves a small site of its own, to look at. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Start a small site on a free port and the proxy in front of it, to see what it does.")
final class DemoCommand implements Callable<Integer> {

    private static final Duration GRACE = Duration.ofSeconds(1);

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by the parser
    private GatehouseCommand gatehouse;

    @Mixin
    private Address address = new Address();

    @Override
    public Integer call() throws Exception {
        DemoSite site = DemoSite.start();
        Standalone server = new Standalone(address, Map.of("config", site.table()), GRACE);
        gatehouse.whenExiting(site::stop);
        return gatehouse.serve(server);
    }
}
