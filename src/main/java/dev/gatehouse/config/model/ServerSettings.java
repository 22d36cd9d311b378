package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Problem;
import dev.gatehouse.config.tree.Report;
import dev.gatehouse.net.HostPattern;
import dev.gatehouse.net.IpRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every setting outside the route table.
 *
 * @param config where the route table is: file paths, or JSON text, or a table as maps and lists; null for no table
 * @param configTtl how often a table in a store is looked at, 1 s to 24 h; 60 s by default
 * @param configMerge how a table in a store and one in code become one; {@link Merge#REPLACE} by default
 * @param profile whose settings are read; {@link Profile#JOUSKA} by default
 * @param profileFile a file with variables of the profile, which count where they are set nowhere else; null for none
 * @param trustedProxies the peers whose forwarding fields are believed; none by default
 * @param clientAddressHeader the field of a trusted proxy that names the client, lower case; {@code x-forwarded-for} by
 *     default
 * @param requestIdHeader the field of a trusted proxy that names the request, lower case; null for none
 * @param secretsDir the folder with one file per secret; null for none
 * @param hosts the hosts that are served, all others are misdirected; empty for any
 * @param unmatched what becomes of a request that no route claims; {@link Unmatched.FallThrough} by default
 * @param accessLog what is logged of each request; {@link AccessLog#NONE} by default, {@link AccessLog#MINIMAL} with the
 *     profile {@code messageweave}
 * @param gracePeriod how long requests under way may take when the proxy stops, 0 to 1 h; 30 s by default
 * @param clientAbortWatch whether a client that leaves before the first byte is noticed where that can be done; true by
 *     default
 * @param matchOn which path routes look at; {@link MatchOn#CONTEXT_RELATIVE} by default
 * @param rates how requests are counted
 * @param healthKey the key under which nodes share what is known of origins; {@code gatehouse:health} by default
 * @param countries where a caller's country comes from
 * @param client how upstreams are reached
 */
public record ServerSettings(
        @Nullable Object config,
        Duration configTtl,
        Merge configMerge,
        Profile profile,
        @Nullable Path profileFile,
        List<IpRange> trustedProxies,
        String clientAddressHeader,
        @Nullable String requestIdHeader,
        @Nullable Path secretsDir,
        List<HostPattern> hosts,
        Unmatched unmatched,
        AccessLog accessLog,
        Duration gracePeriod,
        boolean clientAbortWatch,
        MatchOn matchOn,
        RateSettings rates,
        String healthKey,
        CountrySettings countries,
        ClientSettings client) {

    /** The name of every setting; anything else is a slip of the pen. */
    public static final Set<String> NAMES = SettingReader.NAMES;

    /** What is logged of each request. */
    public enum AccessLog {
        /** Nothing. */
        NONE,
        /** One short line. */
        MINIMAL,
        /** One line with every field. */
        JSON
    }

    /** Which path routes look at. */
    public enum MatchOn {
        /** The path below the place where the proxy is mounted. */
        CONTEXT_RELATIVE,
        /** The whole path, mount included. */
        FULL
    }

    /** What becomes of a request that no route claims. */
    public sealed interface Unmatched {

        /** The rest of the application gets it, or, where there is none, it is not found. */
        record FallThrough() implements Unmatched {}

        /**
         * It is answered here.
         *
         * @param answer with what
         */
        record Answer(Respond answer) implements Unmatched {}
    }

    /** What came of reading the settings. */
    public sealed interface Outcome {

        /**
         * All are sound.
         *
         * @param settings what they say
         */
        record Ready(ServerSettings settings) implements Outcome {}

        /**
         * Some are not.
         *
         * @param problems every fault, at least one
         */
        record Faulty(List<Problem> problems) implements Outcome {

            /** Copies the list. */
            public Faulty {
                problems = List.copyOf(problems);
            }
        }
    }

    /** Copies the lists. */
    public ServerSettings {
        trustedProxies = List.copyOf(trustedProxies);
        hosts = List.copyOf(hosts);
    }

    /**
     * Reads all settings.
     *
     * @param lookup the value of a setting by name, text or an object bound by the container; null where it is not set
     */
    public static Outcome read(Function<String, @Nullable Object> lookup) {
        Report report = new Report();
        ServerSettings settings = new SettingReader(lookup, report).read();
        return report.isClean() ? new Outcome.Ready(settings) : new Outcome.Faulty(report.problems());
    }
}
