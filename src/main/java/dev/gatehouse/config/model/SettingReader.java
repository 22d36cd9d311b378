package dev.gatehouse.config.model;

import dev.gatehouse.config.model.ClientSettings.UpstreamProtocol;
import dev.gatehouse.config.model.RateSettings.OnFailure;
import dev.gatehouse.config.model.ServerSettings.AccessLog;
import dev.gatehouse.config.model.ServerSettings.MatchOn;
import dev.gatehouse.config.model.ServerSettings.Unmatched;
import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node;
import dev.gatehouse.config.tree.Node.NumberNode;
import dev.gatehouse.config.tree.Node.ObjectNode;
import dev.gatehouse.config.tree.Node.TextNode;
import dev.gatehouse.config.tree.Pointer;
import dev.gatehouse.config.tree.Position;
import dev.gatehouse.config.tree.Problem;
import dev.gatehouse.config.tree.Report;
import dev.gatehouse.config.tree.Section;
import dev.gatehouse.net.IpRange;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the settings outside the route table. Each is one text; faults are noted and the default used instead. */
final class SettingReader {

    /** Addresses of stores, which nothing fetches tables from yet. */
    private static final Pattern STORE_ADDRESS = Pattern.compile("(?i)(?:^|\\s)(?:jdbc|redis|rediss|http|https):");

    static final Set<String> NAMES = Set.of(
            "config",
            "configTtlMs",
            "configMerge",
            "profile",
            "profileFile",
            "trustedProxies",
            "clientAddressHeader",
            "requestIdHeader",
            "countryHeader",
            "geoDatabase",
            "limiters",
            "limiterFailure",
            "secretsDir",
            "redis",
            "healthKey",
            "hosts",
            "unmatched",
            "accessLog",
            "gracePeriodSeconds",
            "clientAbortWatch",
            "matchOn",
            "upstreamProtocols",
            "tlsTrustStore",
            "tlsTrustStorePassword",
            "maxThreads",
            "maxConnections",
            "maxQueuedRequests",
            "idleTimeout",
            "selectors",
            "requestBufferSize",
            "responseBufferSize");

    private static final Expectation<IpRange> RANGE =
            Expectation.text("IP addresses or ranges such as 10.0.0.0/8", IpRange::parse);

    private static final Expectation<Path> PATH = Expectation.text("a file path", SettingReader::path);

    private static final Expectation<MatchOn> MATCH_ON = Expectation.constant(MatchOn.class);

    private static final Expectation<OnFailure> ON_FAILURE = Expectation.constant(OnFailure.class);

    private static final Expectation<Profile> PROFILE =
            Expectation.constant(Profile.class, profile -> Grammar.lower(profile.name()));

    private static final Expectation<Merge> MERGE = Expectation.constant(Merge.class);

    private static final Expectation<UpstreamProtocol> PROTOCOL =
            Expectation.constant(UpstreamProtocol.class, UpstreamProtocol::text);

    private final Function<String, @Nullable Object> lookup;
    private final Report report;

    SettingReader(Function<String, @Nullable Object> lookup, Report report) {
        this.lookup = lookup;
        this.report = report;
    }

    ServerSettings read() {
        refuseUnsupported();
        Profile profile = value("profile", PROFILE).orElse(Profile.JOUSKA);
        if (profile != Profile.JOUSKA && lookup.apply("config") != null) {
            note(
                    "config",
                    "set beside profile " + Grammar.lower(profile.name()),
                    "one of the two: a profile makes the table");
        }
        return new ServerSettings(
                config(),
                number("configTtlMs", 1_000, 86_400_000).map(Duration::ofMillis).orElse(Duration.ofMinutes(1)),
                value("configMerge", MERGE).orElse(Merge.REPLACE),
                profile,
                value("profileFile", PATH).orElse(null),
                list("trustedProxies", RANGE),
                value("clientAddressHeader", Grammar.FIELD_NAME).orElse("x-forwarded-for"),
                value("requestIdHeader", Grammar.FIELD_NAME).orElse(null),
                value("secretsDir", PATH).orElse(null),
                list("hosts", Grammar.HOST),
                unmatched(),
                value("accessLog", Expectation.constant(AccessLog.class))
                        .orElse(profile == Profile.MESSAGEWEAVE ? AccessLog.MINIMAL : AccessLog.NONE),
                number("gracePeriodSeconds", 0, 3_600).map(Duration::ofSeconds).orElse(Duration.ofSeconds(30)),
                value("clientAbortWatch", Expectation.oneOf(List.of("auto", "off")))
                        .map(word -> word.equals("auto"))
                        .orElse(true),
                value("matchOn", MATCH_ON).orElse(MatchOn.CONTEXT_RELATIVE),
                rates(),
                value("healthKey", Expectation.TEXT).orElse("gatehouse:health"),
                new CountrySettings(
                        value("geoDatabase", PATH).orElse(null),
                        value("countryHeader", Grammar.FIELD_NAME).orElse(null)),
                client());
    }

    private RateSettings rates() {
        List<Limiter> limiters = list("limiters", Limiter.WRITTEN);
        Set<String> names = new HashSet<>();
        limiters.stream()
                .map(Limiter::name)
                .filter(name -> !names.add(name))
                .forEach(name ->
                        note("limiters", new TextNode(Position.NONE, name).shown() + " again", "each name once"));
        return new RateSettings(
                limiters,
                value("redis", Grammar.SECRET_NAME).orElse(null),
                value("limiterFailure", ON_FAILURE).orElse(OnFailure.REFUSE));
    }

    private ClientSettings client() {
        List<UpstreamProtocol> protocols = Grammar.distinct(list("upstreamProtocols", PROTOCOL));
        return new ClientSettings(
                number("maxThreads", 4, 10_000).orElse(64),
                number("maxConnections", 1, 65_535).orElse(1_024),
                number("maxQueuedRequests", 1, 65_535).orElse(1_024),
                number("idleTimeout", 0, 86_400_000).map(Duration::ofMillis).orElse(null),
                number("selectors", 1, 64).map(OptionalInt::of).orElse(OptionalInt.empty()),
                number("requestBufferSize", 1_024, 1_048_576).orElse(32_768),
                number("responseBufferSize", 1_024, 1_048_576).orElse(65_536),
                protocols.isEmpty() ? List.of(UpstreamProtocol.HTTP_1_1) : protocols,
                value("tlsTrustStore", PATH).orElse(null),
                value("tlsTrustStorePassword", Grammar.SECRET_NAME).orElse(null));
    }

    private void refuseUnsupported() {
        if ("byId".equals(lookup.apply("configMerge"))) {
            note("configMerge", "byId is not yet supported", "replace");
        }
    }

    private @Nullable Object config() {
        Object config = lookup.apply("config");
        if (config instanceof String text
                && !text.strip().startsWith("{")
                && STORE_ADDRESS.matcher(text).find()) {
            note("config", "an address of a store, which is not yet supported", "file paths or JSON text");
            return null;
        }
        return config;
    }

    private Unmatched unmatched() {
        Object value = lookup.apply("unmatched");
        if (value == null || value.equals("fallThrough")) {
            return new Unmatched.FallThrough();
        }
        String text = value.toString().strip();
        if (text.startsWith("{")) {
            return answer(text).orElse(new Unmatched.FallThrough());
        }
        Integer status = Expectation.integer(400, 599).reading().read(new NumberNode(Position.NONE, text));
        if (status == null) {
            note(
                    "unmatched",
                    new TextNode(Position.NONE, text).shown(),
                    "fallThrough, a status from 400 to 599, or an answer such as {\"status\": 404}");
            return new Unmatched.FallThrough();
        }
        return new Unmatched.Answer(new Respond.Status(status, null, null, Map.of()));
    }

    /** An answer as it would stand in a route's {@code respond}. */
    private Optional<Unmatched> answer(String json) {
        Report inside = new Report();
        Optional<Unmatched> answer = Optional.empty();
        if (JsonDocument.read(json, inside) instanceof ObjectNode object) {
            answer = Respond.read(Section.root(object, inside)).map(target -> new Unmatched.Answer((Respond) target));
        }
        inside.problems().forEach(problem -> note("unmatched", problem.toString(), ""));
        return answer;
    }

    private Optional<Integer> number(String name, int min, int max) {
        Expectation<Integer> number = Expectation.integer(min, max);
        return value(
                name,
                new Expectation<>(
                        number.words(),
                        false,
                        node -> node instanceof TextNode text
                                ? number.reading().read(new NumberNode(Position.NONE, text.value()))
                                : null));
    }

    private <T> Optional<T> value(String name, Expectation<T> expected) {
        Object value = lookup.apply(name);
        return value == null ? Optional.empty() : check(name, value.toString().strip(), expected);
    }

    /** Entries separated by commas, white space or both. */
    private <T> List<T> list(String name, Expectation<T> expected) {
        Object value = lookup.apply(name);
        List<T> entries = new ArrayList<>();
        if (value != null) {
            Arrays.stream(value.toString().split("[,\\s]+"))
                    .filter(entry -> !entry.isEmpty())
                    .forEach(entry -> check(name, entry, expected).ifPresent(entries::add));
        }
        return entries;
    }

    private <T> Optional<T> check(String name, String text, Expectation<T> expected) {
        Node node = new TextNode(Position.NONE, text);
        T result = expected.reading().read(node);
        if (result == null) {
            note(name, expected.secret() ? node.kind() : node.shown(), expected.words());
        }
        return Optional.ofNullable(result);
    }

    private void note(String name, String found, String expected) {
        report.add(new Problem(Pointer.ROOT.key(name), Position.NONE, found, expected));
    }

    private static @Nullable Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException notAPath) {
            return null;
        }
    }
}
