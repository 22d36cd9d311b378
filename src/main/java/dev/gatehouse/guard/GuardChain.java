package dev.gatehouse.guard;

import dev.gatehouse.config.model.Access;
import dev.gatehouse.config.model.Guards;
import dev.gatehouse.config.model.RequestPolicy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All guards of a route, in the order in which they judge: what costs least comes first, so that nobody can buy work that
 * a cheaper look would have spared.
 *
 * <ol>
 *   <li>method and announced size, which need nothing but the head;
 *   <li>referer, country, address, which need a look-up in memory;
 *   <li>here a preflight of a browser is answered, which could never satisfy what follows;
 *   <li>the signature of a link, a key: these cost a computation.
 * </ol>
 *
 * <p>Threads: immutable but for what single guards say of themselves.
 */
public final class GuardChain {

    private final List<Guard> beforePreflight;
    private final List<Guard> afterPreflight;
    private final @Nullable MethodGuard methods;
    private final @Nullable CorsPolicy cors;

    private GuardChain(
            @Nullable MethodGuard methods,
            List<Guard> beforePreflight,
            @Nullable CorsPolicy cors,
            List<Guard> afterPreflight) {
        this.methods = methods;
        this.beforePreflight = List.copyOf(beforePreflight);
        this.cors = cors;
        this.afterPreflight = List.copyOf(afterPreflight);
    }

    /**
     * Compiles the guards of a route.
     *
     * @param secrets finds a secret by name
     * @param clock the time of day
     */
    public static GuardChain of(Guards rules, Function<String, Optional<String>> secrets, InstantSource clock) {
        RequestPolicy policy = rules.requestPolicy();
        List<Guard> before = new ArrayList<>();
        if (policy != null && policy.maxBodyBytes().isPresent()) {
            before.add(new BodySizeGuard(policy.maxBodyBytes().getAsLong()));
        }
        if (rules.referer() != null) {
            before.add(new RefererGuard(rules.referer()));
        }
        if (!rules.geo().blockCountries().isEmpty()
                || !rules.geo().allowCountries().isEmpty()) {
            before.add(new GeoGuard(rules.geo()));
        }
        if (rules.ip() != null) {
            before.add(new IpGuard(rules.ip()));
        }
        List<Guard> after = new ArrayList<>();
        if (rules.signedLink() != null) {
            after.add(new SignedLinkGuard(rules.signedLink(), secrets, clock));
        }
        Access access = rules.access();
        if (access != null && !access.keys().isEmpty()) {
            after.add(new KeyGuard(access.keys(), access.header()));
        }
        List<String> methods = policy == null ? List.of() : policy.allowedMethods();
        return new GuardChain(
                methods.isEmpty() ? null : new MethodGuard(methods),
                before,
                rules.cors() == null ? null : new CorsPolicy(rules.cors()),
                after);
    }

    /** How answers are decorated for browsers of other sites; null where they are not. */
    public @Nullable CorsPolicy cors() {
        return cors;
    }

    /** Whether a caller's country is looked at. */
    public boolean needsCountry() {
        return beforePreflight.stream().anyMatch(GeoGuard.class::isInstance);
    }

    /** Judges a request. */
    public Verdict judge(GuardedRequest request) {
        CorsPolicy policy = cors;
        boolean isPreflight = policy != null && request.isPreflight();
        if (methods != null
                && !isPreflight) { // the answer to a preflight is ours, and OPTIONS need not be listed for it
            Verdict verdict = methods.judge(request);
            if (verdict != Verdict.PASS) {
                return verdict;
            }
        }
        Verdict verdict = judge(beforePreflight, request);
        if (verdict != Verdict.PASS) {
            return verdict;
        }
        if (policy != null && isPreflight) {
            return new Verdict.Preflight(policy.preflight(request.head()));
        }
        return judge(afterPreflight, request);
    }

    private static Verdict judge(List<Guard> guards, GuardedRequest request) {
        for (Guard guard : guards) {
            Verdict verdict = guard.judge(request);
            if (verdict != Verdict.PASS) {
                return verdict;
            }
        }
        return Verdict.PASS;
    }
}
