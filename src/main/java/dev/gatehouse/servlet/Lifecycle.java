package dev.gatehouse.servlet;

import dev.gatehouse.config.load.Loading;
import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.ClientSettings;
import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.model.ServerSettings;
import dev.gatehouse.config.profile.Profiles;
import dev.gatehouse.config.source.ConfigSource;
import dev.gatehouse.config.source.ConfigSources;
import dev.gatehouse.config.source.Secrets;
import dev.gatehouse.config.source.SettingLookup;
import dev.gatehouse.config.source.VariableFile;
import dev.gatehouse.event.EventHub;
import dev.gatehouse.event.Events;
import dev.gatehouse.net.IpRanges;
import dev.gatehouse.net.TrustedPeers;
import dev.gatehouse.observe.accesslog.AccessLog;
import dev.gatehouse.transport.HttpClients;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.eclipse.jetty.client.HttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts and stops everything that one deployment needs.
 *
 * <p>Threads: the container starts and stops it, one call at a time; {@link #engine()} is read by every request.
 */
final class Lifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private final ServletConfig config;
    private final @Nullable RouteTableConfig code;
    private final List<Events> listeners;
    private final Surroundings surroundings;
    private final ServerSettings settings;
    private @Nullable HttpClient client;
    private @Nullable TableWatch watch;
    private @Nullable CallerCountry country;
    private volatile @Nullable Engine engine;

    /**
     * Reads the settings.
     *
     * @param code the table of an application that states it in code; null to read the one that the settings name
     * @param listeners hear of every request, beside those that the class path offers
     * @param surroundings what is taken from outside
     * @throws ServletException with every fault, where they are not sound
     */
    Lifecycle(ServletConfig config, @Nullable RouteTableConfig code, List<Events> listeners, Surroundings surroundings)
            throws ServletException {
        this.config = config;
        this.code = code;
        this.listeners = listeners;
        this.surroundings = surroundings;
        this.settings = read(config);
    }

    private static ServerSettings read(ServletConfig config) throws ServletException {
        warnOfUnknownNames(config);
        ServerSettings.Outcome outcome = ServerSettings.read(lookup(config)::find);
        if (outcome instanceof ServerSettings.Outcome.Faulty faulty) {
            throw new ServletException(
                    "Gatehouse cannot start with these settings:" + Faults.listed(faulty.problems()));
        }
        return ((ServerSettings.Outcome.Ready) outcome).settings();
    }

    private static SettingLookup lookup(ServletConfig config) {
        return SettingLookup.ofProcess(List.of(config::getInitParameter, config.getServletContext()::getInitParameter));
    }

    private static void warnOfUnknownNames(ServletConfig config) {
        List<String> parameters = Collections.list(config.getInitParameterNames());
        Set<String> known = new HashSet<>(ServerSettings.NAMES);
        known.addAll(Profiles.variables());
        SettingLookup.unknownNames(known, parameters, System.getProperties().stringPropertyNames())
                .forEach(LOG::warn);
    }

    /** Builds and starts the client towards upstreams. */
    HttpClient startClient() throws ServletException {
        ClientSettings upstreams = settings.client();
        HttpClient started = HttpClients.build(
                "gatehouse-" + config.getServletName(), upstreams, trustStorePassword(upstreams), surroundings.names());
        client = started;
        try {
            started.start();
            HttpClients.afterStart(started);
        } catch (Exception failure) {
            throw new ServletException("the client towards upstreams does not start", failure);
        }
        return started;
    }

    private @Nullable String trustStorePassword(ClientSettings upstreams) throws ServletException {
        String name = upstreams.tlsTrustStorePassword();
        if (name == null) {
            return null;
        }
        return Secrets.ofProcess(settings.secretsDir())
                .find(name)
                .orElseThrow(() -> new ServletException("tlsTrustStorePassword: no secret is called " + name))
                .value();
    }

    /** Loads the route table and begins to serve. */
    void start(HttpClient upstreams) throws ServletException {
        ServletContext context = config.getServletContext();
        ConfigSource source = source();
        Object document = document(source);
        Profiles.Outcome table = settings.profile() == Profile.JOUSKA || code != null
                ? new Profiles.Outcome.Ready(table(document))
                : profile();
        CallerCountry callers = CallerCountry.start(settings.countries());
        country = callers;
        Engine started = new Engine(upstreams, table, settings, events(), reading(context, callers), surroundings);
        engine = started;
        if (code == null && document instanceof String && !isInline()) {
            TableWatch looking = new TableWatch(source, document, started::use);
            looking.start(settings.configTtl());
            watch = looking;
        }
        if (table instanceof Profiles.Outcome.Ready ready) {
            LOG.info("{} routes are served at {}", ready.table().routes().size(), place(context));
        }
    }

    /** What the variables of the profile say; faults are told here, and by every answer. */
    private Profiles.Outcome profile() throws ServletException {
        Map<String, String> file;
        try {
            file = settings.profileFile() == null ? Map.of() : VariableFile.read(settings.profileFile());
        } catch (IOException failure) {
            throw new ServletException("profileFile cannot be read: " + failure.getMessage(), failure);
        }
        SettingLookup lookup = lookup(config);
        Secrets secrets = Secrets.ofProcess(settings.secretsDir());
        Profiles.Outcome outcome = Profiles.read(
                settings.profile(),
                name -> {
                    Object found = lookup.findVariable(name);
                    return found == null ? file.get(name) : found;
                },
                secrets::value);
        if (outcome instanceof Profiles.Outcome.Broken broken) {
            LOG.error("every request will be answered as misconfigured:{}", Faults.listed(broken.problems()));
        }
        return outcome;
    }

    private static String place(ServletContext context) {
        return context.getContextPath().isEmpty() ? "/" : context.getContextPath();
    }

    private ConfigSource source() {
        Object setting = settings.config();
        if (setting instanceof String text) {
            return ConfigSources.fromSetting(
                    text, (failure, index) -> LOG.warn("route table {} of {} is passed over", index, text, failure));
        }
        return () -> setting;
    }

    private boolean isInline() {
        return settings.config() instanceof String text && text.strip().startsWith("{");
    }

    private static @Nullable Object document(ConfigSource source) throws ServletException {
        try {
            return source.fetch();
        } catch (IOException failure) {
            throw new ServletException("the route table cannot be read: " + failure, failure);
        }
    }

    private RouteTableConfig table(@Nullable Object document) throws ServletException {
        if (code != null) {
            return code;
        }
        if (document == null) {
            if (settings.config() != null) {
                throw new ServletException("config: nothing is there at " + settings.config());
            }
            LOG.warn("no route table is configured: every request passes on");
            return RouteTableConfig.EMPTY;
        }
        Loading loading = RouteTables.parse(document);
        if (loading instanceof Loading.Refused refused) {
            throw new ServletException("the route table is refused:" + Faults.listed(refused.problems()));
        }
        return loading.orThrow();
    }

    private Events events() {
        List<Events> all = new ArrayList<>(listeners);
        ServiceLoader.load(Events.class, getClass().getClassLoader()).forEach(all::add);
        switch (settings.accessLog()) {
            case JSON -> all.add(AccessLog.onLogger(AccessLog.Format.JSON));
            case MINIMAL -> all.add(AccessLog.onLogger(AccessLog.Format.MINIMAL));
            case NONE -> {}
        }
        return all.isEmpty() ? Events.NONE : new EventHub(all);
    }

    private Reading reading(ServletContext context, CallerCountry country) {
        IpRanges trusted = IpRanges.of(settings.trustedProxies());
        return new Reading(
                Container.of(context),
                Buffers.create(),
                new TrustedPeers(trusted, settings.clientAddressHeader()),
                settings.matchOn() == ServerSettings.MatchOn.FULL,
                country,
                settings.requestIdHeader());
    }

    /** The running parts; null before the start and where it failed. */
    @Nullable
    Engine engine() {
        return engine;
    }

    /** Stops all that was started, however far the start came. */
    void stop() {
        TableWatch looking = watch;
        if (looking != null) {
            looking.close();
        }
        CallerCountry callers = country;
        if (callers != null) {
            callers.close();
        }
        Engine running = engine;
        HttpClient started = client;
        engine = null;
        if (running != null) {
            running.close();
        } else if (started != null) {
            stop(started);
        }
        RecordMethods.forget(); // last: what ran until here has compared some
    }

    private static void stop(HttpClient started) {
        try {
            started.stop();
        } catch (Exception failure) {
            LOG.warn("the client towards upstreams did not stop cleanly", failure);
        }
    }
}
