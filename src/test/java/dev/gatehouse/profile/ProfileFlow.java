package dev.gatehouse.profile;

import dev.gatehouse.config.load.CanonicalJson;
import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.Profile;
import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.profile.Profiles;
import dev.gatehouse.event.ProxyEvent;
import dev.gatehouse.servlet.Surroundings;
import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.TlsKeys;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Journeys through a front that a profile's own settings made, in front of scripted origins. */
abstract class ProfileFlow {

    /** The public name of APEX journeys, and its two origins. */
    static final String HOST = "sso.example.test";

    static final String PRIMARY = "a.example.test";
    static final String SECONDARY = "b.example.test";
    static final String TOKEN = "a-token-of-both";

    /** Dice that always show their lowest side: the first of all is drawn. */
    static final DoubleSupplier FIRST = () -> 0;

    private static @Nullable TlsKeys keys;
    private static Path secrets = Path.of("");

    /** What has been told and not been looked at. */
    final BlockingQueue<ProxyEvent> events = new LinkedBlockingQueue<>();

    @BeforeAll
    static void makeKeys(@TempDir Path folder) throws Exception {
        keys = TlsKeys.make(folder, "ip:127.0.0.1,dns:" + HOST + ",dns:app.example.test");
        secrets = Files.createDirectory(folder.resolve("secrets"));
        Files.writeString(secrets.resolve("TRUST"), TlsKeys.PASSWORD);
        Files.writeString(secrets.resolve("APEX_READY_TOKEN"), TOKEN);
        Files.writeString(secrets.resolve("LB_STATUS_SECRET"), "status-secret");
    }

    static TlsKeys keys() {
        return Objects.requireNonNull(keys);
    }

    static Path secrets() {
        return secrets;
    }

    /** The next event; fails where none comes within ten seconds. */
    final ProxyEvent next() throws InterruptedException {
        return Objects.requireNonNull(events.poll(10, TimeUnit.SECONDS), "no event came");
    }

    /** An origin over TLS that gives every request the same answer. */
    static ScriptedOrigin answering(int status, String body, String... headers) throws Exception {
        byte[] answer = ScriptedOrigin.response(status, body, headers);
        return replying((request, connection) -> connection.send(answer));
    }

    /** An origin over TLS that replies to each request. */
    static ScriptedOrigin replying(ScriptedOrigin.Reply reply) throws Exception {
        return ScriptedOrigin.playingOverTls(keys().server(), ScriptedOrigin.eachWith(reply));
    }

    /** Settings that every front here has: it trusts the origins' certificate, and us for saying that we came over https. */
    private static Map<String, String> surrounding(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent("trustedProxies", "127.0.0.1");
        all.put("tlsTrustStore", keys().trustStore().toString());
        all.put("tlsTrustStorePassword", "TRUST");
        all.putIfAbsent("secretsDir", secrets.toString());
        return all;
    }

    /** A front with a profile's own settings. */
    final Front front(Front.Kind kind, String profile, DoubleSupplier dice, Map<String, String> variables)
            throws Exception {
        Map<String, String> settings = surrounding(variables);
        settings.put("profile", profile);
        Surroundings surroundings = new Surroundings(Surroundings.PLATFORM.names(), dice);
        return Front.filter(kind, settings, null, List.of(events::add), surroundings);
    }

    /** The settings of MessageWeave for these origins. */
    static Map<String, String> backends(List<ScriptedOrigin> origins, String... more) {
        Map<String, String> variables = new HashMap<>();
        variables.put(
                "BACKEND_ORIGINS_JSON",
                json(origins.stream().map(ProfileFlow::origin).toList()));
        for (int i = 0; i < more.length; i += 2) {
            variables.put(more[i], more[i + 1]);
        }
        return variables;
    }

    /** The URL of an origin over TLS. */
    static String origin(ScriptedOrigin origin) {
        return "https://" + origin.authority();
    }

    private static String json(List<String> texts) {
        return "[\"" + String.join("\", \"", texts) + "\"]";
    }

    /** The variables of APEX, which may be changed. */
    static Map<String, String> apexVariables() {
        Map<String, String> variables = new HashMap<>();
        variables.put("APEX_PUBLIC_HOST", HOST);
        variables.put("APEX_ZONE", "example.test");
        variables.put("APEX_ORIGIN_PRIMARY", PRIMARY);
        variables.put("APEX_ORIGIN_SECONDARY", SECONDARY);
        variables.put("APEX_READY_PATH", "/.well-known/apex-ready");
        return variables;
    }

    /** The table that APEX variables make, with the origins at {@code port} instead of 443, which nobody may take here. */
    static RouteTableConfig apexTable(Map<String, String> variables, int port) {
        Profiles.Outcome outcome = Profiles.read(Profile.APEX, variables::get, name -> Optional.of(TOKEN));
        String table = CanonicalJson.of(((Profiles.Outcome.Ready) outcome).table());
        return RouteTables.define(table.replaceAll("(\"url\":\"https://[a-z.]+)\"", "$1:" + port + "\""));
    }

    /** A front for APEX: the primary is at 127.0.0.1, the secondary at 127.0.0.2. */
    final Front apex(Front.Kind kind, RouteTableConfig table) throws Exception {
        Surroundings surroundings = new Surroundings(
                name -> {
                    byte last = (byte) (name.equals(SECONDARY) ? 2 : 1);
                    return new InetAddress[] {InetAddress.getByAddress(name, new byte[] {127, 0, 0, last})};
                },
                FIRST);
        return Front.filter(kind, surrounding(Map.of()), table, List.of(events::add), surroundings);
    }

    /** A front of the jouska profile with this table. */
    final Front jouska(Front.Kind kind, DoubleSupplier dice, String table) throws Exception {
        Surroundings surroundings = new Surroundings(Surroundings.PLATFORM.names(), dice);
        return Front.filter(kind, surrounding(Map.of()), RouteTables.define(table), List.of(events::add), surroundings);
    }

    /** An answer to a request that came over https. */
    static WireMessage asked(Front front, String host, String startLine, String... lines) throws IOException {
        try (RawClient client = RawClient.to(front.port())) {
            return client.send(request(host, startLine, lines)).response();
        }
    }

    /** A request that came over https; the last of {@code lines} may be {@code =} and a body. */
    static String request(String host, String startLine, String... lines) {
        List<String> all = new ArrayList<>(List.of("X-Forwarded-Proto: https"));
        all.addAll(List.of(lines));
        return RawClient.request(host, startLine, all.toArray(String[]::new));
    }
}
