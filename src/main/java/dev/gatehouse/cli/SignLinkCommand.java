package dev.gatehouse.cli;

import dev.gatehouse.config.model.SignedLink.Bound;
import dev.gatehouse.config.source.Secret;
import dev.gatehouse.guard.LinkSignature;
import dev.gatehouse.net.IpAddress;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Signs a link for a route with {@code signedLink}. */
@Command(
        name = "sign-link",
        mixinStandardHelpOptions = true,
        description = {
            "Sign a link for a route with signedLink.",
            "The secret is looked up by its name where the proxy looks: system property, environment, secrets folder."
        })
final class SignLinkCommand implements Callable<Integer> {

    private static final long DEFAULT_SECONDS = 3600;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by the parser
    private GatehouseCommand gatehouse;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "SECRET", description = "The name of the secret, never the secret itself.")
    private String secret = "";

    @Parameters(
            index = "1",
            paramLabel = "URL",
            description = "The link as the visitor will see it: a whole URL, or a path with the context path in front.")
    private String url = "";

    @Option(
            names = "--valid-for",
            paramLabel = "SECONDS",
            description = "How long the link is valid from now on. Default: 3600.")
    private @Nullable Long validFor;

    @Option(names = "--expires", paramLabel = "TIME", description = "When it expires, in Unix seconds.")
    private @Nullable Long expires;

    @Option(names = "--key", paramLabel = "ID", description = "The id of the key, for a route with several keys.")
    private @Nullable String key;

    @Option(names = "--bind-method", paramLabel = "METHOD", description = "The only method the link holds for.")
    private @Nullable String method;

    @Option(names = "--bind-ip", paramLabel = "ADDRESS", description = "The only address the link holds for.")
    private @Nullable String address;

    @Option(names = "--param", defaultValue = "sig", description = "The route's param. Default: ${DEFAULT-VALUE}.")
    private String param = "sig";

    @Option(
            names = "--expires-param",
            defaultValue = "exp",
            description = "The route's expiresParam. Default: ${DEFAULT-VALUE}.")
    private String expiresParam = "exp";

    @Option(
            names = "--key-param",
            defaultValue = "kid",
            description = "The route's keyParam. Default: ${DEFAULT-VALUE}.")
    private String keyParam = "kid";

    @Mixin
    private final SecretsOption secrets = new SecretsOption();

    @Override
    public Integer call() {
        String value = secrets.secrets()
                .find(secret)
                .map(Secret::value)
                .orElseThrow(() -> new Refusal("no secret is called " + secret));
        int hash = url.indexOf('#');
        String link = hash < 0 ? url : url.substring(0, hash);
        int mark = link.indexOf('?');
        long until = until();
        StringBuilder signed = new StringBuilder(link).append(mark < 0 ? '?' : '&');
        if (key != null) {
            signed.append(keyParam).append('=').append(key).append('&');
        }
        signed.append(expiresParam).append('=').append(until).append('&');
        signed.append(param).append('=').append(LinkSignature.text(value, path(link, mark), until, bound()));
        gatehouse.out().println(signed + (hash < 0 ? "" : url.substring(hash)));
        return 0;
    }

    private long until() {
        if (expires != null && validFor != null) {
            throw wrong("--expires and --valid-for exclude each other");
        }
        if (expires != null) {
            return expires;
        }
        return Instant.now().getEpochSecond() + (validFor == null ? DEFAULT_SECONDS : validFor);
    }

    private String path(String link, int mark) {
        String place = mark < 0 ? link : link.substring(0, mark);
        int scheme = place.indexOf("://");
        int slash = place.indexOf('/', scheme < 0 ? 0 : scheme + 3);
        if (slash < 0 || scheme < 0 && slash != 0) {
            throw wrong("\"" + url + "\" (expected: a whole URL with a path, or a path that begins with /)");
        }
        return place.substring(slash);
    }

    private Map<Bound, String> bound() {
        Map<Bound, String> bound = new EnumMap<>(Bound.class);
        if (method != null) {
            bound.put(Bound.METHOD, method.toUpperCase(Locale.ROOT));
        }
        if (address != null) {
            IpAddress known = IpAddress.parse(address);
            if (known == null) {
                throw wrong("\"" + address + "\" (expected: an IP address)");
            }
            bound.put(Bound.IP, known.unmapped().toString());
        }
        return bound;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
