package dev.gatehouse.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.source.Secrets;
import dev.gatehouse.gateway.Lanes;
import dev.gatehouse.gateway.Preview;
import dev.gatehouse.guard.GuardResources;
import dev.gatehouse.guard.jwt.AccessTokens;
import dev.gatehouse.guard.jwt.KeySets;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.upstream.PoolStates;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
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

/** Says what would become of a request, by the rules that the proxy itself follows. Sends nothing. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Explain what becomes of a request: which route claims it and why each other does not, and what is sent upstream.",
            "Nothing is sent. The proxy is taken to be mounted at /."
        })
final class ExplainCommand implements Callable<Integer> {

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by the parser
    private GatehouseCommand gatehouse;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    @Parameters(
            arity = "2..3",
            paramLabel = "[FILE] METHOD URL",
            hideParamSyntax = true,
            description = {
                "FILE is the route table, - for standard input, and left out with --profile; METHOD is as it would be sent, for example GET; URL is a whole"
                        + " URL, or a path on localhost."
            })
    private List<String> arguments = List.of();

    @ArgGroup(exclusive = false)
    private @Nullable ProfileOption profile;

    @Option(names = "-H", paramLabel = "'name: value'", description = "A header of the request; may be repeated.")
    private List<String> headers = List.of();

    @Option(
            names = "--client",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The caller's address. Default: ${DEFAULT-VALUE}.")
    private String client = "127.0.0.1";

    @Option(
            names = "--country",
            paramLabel = "CODE",
            description = "The caller's country, such as DE. Default: one that is not known.")
    private @Nullable String country;

    @Mixin
    private final SecretsOption secrets = new SecretsOption();

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Override
    public Integer call() throws JsonProcessingException {
        if (arguments.size() != (profile == null ? 3 : 2)) {
            throw new ParameterException(
                    spec.commandLine(), "expected: FILE METHOD URL, or --profile NAME and METHOD URL");
        }
        GivenHead head = head();
        Preview preview = Preview.of(
                Lanes.compile(table(), resources(), new PoolStates(System::nanoTime), null),
                head,
                address(),
                country,
                "(made for each request)");
        Account account = new Account(head, preview);
        if (json) {
            gatehouse
                    .out()
                    .println(
                            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(account.document()));
        } else {
            account.lines().forEach(gatehouse.out()::println);
        }
        return 0;
    }

    private RouteTableConfig table() {
        return profile == null ? TableFile.read(arguments.get(0), System.in).table() : profile.table(secrets.secrets());
    }

    private GuardResources resources() {
        Secrets known = secrets.secrets();
        KeySets unasked = new KeySets(
                url -> CompletableFuture.failedFuture(new IOException("nobody is asked here")), System::nanoTime);
        AccessTokens tokens = new AccessTokens(unasked, InstantSource.system(), false);
        return new GuardResources(known::value, InstantSource.system(), tokens, UncountedGuard.ALL, false);
    }

    private GivenHead head() {
        try {
            int method = arguments.size() - 2;
            return GivenHead.of(arguments.get(method), arguments.get(method + 1), headers);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private @Nullable IpAddress address() {
        IpAddress address = IpAddress.parse(client);
        if (address == null) {
            throw new ParameterException(spec.commandLine(), "\"" + client + "\" (expected: an IP address)");
        }
        return address;
    }
}
