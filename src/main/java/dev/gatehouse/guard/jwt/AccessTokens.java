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
 */
public record AccessTokens(KeySets keys, InstantSource clock) implements TokenGuards {

    @Override
    public List<Guard> of(Access access) {
        List<Guard> guards = new ArrayList<>();
        if (access.cloudflare() != null) {
            guards.add(TokenGuard.of(access.cloudflare(), keys, clock));
        }
        if (access.jwt() != null) {
            guards.add(TokenGuard.of(access.jwt(), keys, clock));
        }
        return guards;
    }
}
