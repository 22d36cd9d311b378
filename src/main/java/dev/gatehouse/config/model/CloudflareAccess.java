package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A token of a Cloudflare Access team, sent in {@code Cf-Access-Jwt-Assertion}.
 *
 * @param team the team's name, the first label of its {@code cloudflareaccess.com} host
 * @param audience what {@code aud} must be or contain
 * @param emails the addresses that are let in, as written; empty for any
 */
public record CloudflareAccess(String team, String audience, List<String> emails) {

    /** Copies the list. */
    public CloudflareAccess {
        emails = List.copyOf(emails);
    }

    private static final Expectation<String> TEAM = Expectation.text(
            "a team name of 2 to 64 lower-case letters, digits and inner hyphens",
            Pattern.compile("[a-z0-9][a-z0-9-]{0,62}[a-z0-9]"));

    private static final Expectation<String> EMAIL =
            Expectation.text("an e-mail address", Pattern.compile("[^\\s@:]+@[^\\s@:]+\\.[^\\s@:]+"));

    /** Reads the block; empty, with a note, where team or audience is missing. */
    static Optional<CloudflareAccess> read(Section in) {
        Optional<String> team = in.required("team", TEAM);
        Optional<String> audience = in.required("audience", Expectation.TEXT);
        List<String> emails = in.list("emails", 1, Section.UNBOUNDED, EMAIL).orElse(List.of());
        in.refuseUnknownKeys();
        return team.flatMap(t -> audience.map(a -> new CloudflareAccess(t, a, emails)));
    }
}
