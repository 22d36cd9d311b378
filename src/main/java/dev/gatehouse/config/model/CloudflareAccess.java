package dev.gatehouse.config.model;

import java.util.List;

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
}
