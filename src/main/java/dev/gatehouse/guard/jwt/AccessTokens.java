package dev.gatehouse.guard.jwt;

import dev.gatehouse.config.model.Access;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.GuardResources.TokenGuards;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the guards of routes that ask for tokens; all share the keys of an issuer.
 *
 * @param keys those of all issuers; they outlive a reload of the table
 * @param clock the time of day
 * @param ahead whether keys are fetched as soon as a table is compiled, so that no request waits for them and the operator
 *     hears at once where they cannot be had; otherwise with the first request
 */
public record AccessTokens(KeySets keys, InstantSource clock, boolean ahead) implements TokenGuards {

    @Override
    public List<Guard> of(Access access) {
        List<Guard> guards = new ArrayList<>();
        if (access.cloudflare() != null) {
            guards.add(prepared(TokenGuard.of(access.cloudflare(), keys, clock)));
        }
        if (access.jwt() != null) {
            guards.add(prepared(TokenGuard.of(access.jwt(), keys, clock)));
        }
        return guards;
    }

    private TokenGuard prepared(TokenGuard guard) {
        if (ahead) {
            guard.fetchKeys();
        }
        return guard;
    }
}
