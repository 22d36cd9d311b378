package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.net.HostPattern;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What holds in front of all routes of a table, in the order in which it is asked: https, host and port, reserved paths, the
 * status page, the routes, and what becomes of a request that none of them claims.
 *
 * @param https what becomes of a request that came without TLS; {@link Https#ANY} by default
 * @param httpsPort the port in the URL that such a request is sent to; empty for none, which is 443
 * @param hosts the hosts that are served, others are misdirected (421); empty for any
 * @param defaultPortOnly whether a request that names another port than its scheme's own is misdirected; false by default
 * @param reserved paths that nobody may ask for, with all below them and in every spelling: not found
 * @param status the page that tells of the origins' health; null for none
 * @param refusesUnmatched whether a request that no route claims is not found (404) instead of going on to the application
 *     behind; false by default
 * @param addsNothing whether requests and responses get no {@code x-request-id}; false by default
 * @param ownErrorCors whether own errors may be read by scripts of any origin that asks; false by default, where a route's
 *     {@code cors} decides
 * @param errors how own errors look, by their codes; {@code *} for all others
 */
public record Front(
        Https https,
        OptionalInt httpsPort,
        List<HostPattern> hosts,
        boolean defaultPortOnly,
        List<PathPrefix> reserved,
        @Nullable StatusPage status,
        boolean refusesUnmatched,
        boolean addsNothing,
        boolean ownErrorCors,
        Map<String, ErrorLook> errors) {

    /** What becomes of a request that came without TLS. */
    public enum Https {
        /** Nothing special. */
        ANY,
        /** It is sent to the same URL with https, for good (308). */
        REDIRECT,
        /** It is misdirected (421). */
        REFUSE
    }

    /** Holds nothing back and changes nothing. */
    public static final Front NONE =
            new Front(Https.ANY, OptionalInt.empty(), List.of(), false, List.of(), null, false, false, false, Map.of());

    private static final int MOST = 1_000;
    private static final Expectation<PathPrefix> PATH =
            Expectation.text("a path that begins with /", PathPrefix::parse);

    /** Copies the collections. */
    public Front {
        hosts = List.copyOf(hosts);
        reserved = List.copyOf(reserved);
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
    }

    /** Reads the block. */
    static Front read(Section in) {
        Front front = new Front(
                in.value("https", Expectation.constant(Https.class)).orElse(Https.ANY),
                in.value("httpsPort", Expectation.integer(1, 65_535))
                        .map(OptionalInt::of)
                        .orElse(OptionalInt.empty()),
                in.list("hosts", 1, MOST, Grammar.HOST).orElse(List.of()),
                in.value("defaultPortOnly", Expectation.ONLY_TRUE).orElse(false),
                in.list("reserved", 1, MOST, PATH).orElse(List.of()),
                in.section("status").flatMap(StatusPage::read).orElse(null),
                in.value("refuseUnmatched", Expectation.ONLY_TRUE).orElse(false),
                in.value("addNothing", Expectation.ONLY_TRUE).orElse(false),
                in.value("ownErrorCors", Expectation.ONLY_TRUE).orElse(false),
                errors(in));
        in.refuseUnknownKeys();
        return front;
    }

    private static Map<String, ErrorLook> errors(Section in) {
        Map<String, ErrorLook> looks = new LinkedHashMap<>();
        Optional<Map<String, Section>> written = in.sectionMap("errors", ErrorLook.CODE);
        written.ifPresent(sections -> sections.forEach((code, look) -> looks.put(code, ErrorLook.read(look))));
        return looks;
    }
}
