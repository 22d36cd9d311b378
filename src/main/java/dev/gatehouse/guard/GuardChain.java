package dev.gatehouse.guard;

import dev.gatehouse.config.model.Access;
import dev.gatehouse.config.model.ForwardAuth;
import dev.gatehouse.config.model.Guards;
import dev.gatehouse.config.model.RateLimit;
import dev.gatehouse.config.model.RequestPolicy;
import dev.gatehouse.http.FieldList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * All guards of a route, in the order in which they judge: what costs least comes first, so that nobody can buy work that
 * a cheaper look would have spared.
 *
 * <ol>
 *   <li>method and announced size, which need nothing but the head;
 *   <li>referer, fetch metadata, country, address, which need a look-up in memory;
 *   <li>how often the caller asks;
 *   <li>here a preflight of a browser is answered, which could never satisfy what follows;
 *   <li>the signature of a link, a key: these cost a computation;
 *   <li>another server, which {@link #forwardAuth()} says how to ask: whoever runs the chain asks it last.
 * </ol>
 *
 * <p>Threads: immutable but for what single guards say of themselves.
 */
public final class GuardChain {

    private final List<Guard> guards;
    private final List<Guard> ofPreflights;
    private final @Nullable CorsPolicy cors;
    private final @Nullable ForwardAuthPolicy forwardAuth;
    private final boolean needsCountry;
    private final long maxBodyBytes;
    private final List<String> missing;

    private GuardChain(Builder parts) {
        this.guards = List.copyOf(parts.guards);
        this.ofPreflights = parts.guards.subList(0, parts.preflightsEnd).stream()
                .filter(Guard::judgesPreflights)
                .toList();
        this.cors = parts.cors;
        this.forwardAuth = parts.forwardAuth;
        this.needsCountry = parts.needsCountry;
        this.maxBodyBytes = parts.maxBodyBytes;
        this.missing = List.copyOf(parts.missing);
    }

    /**
     * Compiles the guards of a route.
     *
     * @param label the route's id or derived label, under which its requests are counted
     */
    public static GuardChain of(Guards rules, String label, GuardResources resources) {
        return new GuardChain(new Builder(rules, label, resources));
    }

    /** Puts the guards of one route in order. */
    private static final class Builder {

        private final List<Guard> guards = new ArrayList<>();
        private final List<String> missing = new ArrayList<>();
        private final int preflightsEnd;
        private final @Nullable CorsPolicy cors;
        private final @Nullable ForwardAuthPolicy forwardAuth;
        private final boolean needsCountry;
        private final long maxBodyBytes;

        Builder(Guards rules, String label, GuardResources resources) {
            RequestPolicy policy = rules.requestPolicy();
            if (policy != null && !policy.allowedMethods().isEmpty()) {
                guards.add(new MethodGuard(policy.allowedMethods()));
            }
            maxBodyBytes =
                    policy == null ? Long.MAX_VALUE : policy.maxBodyBytes().orElse(Long.MAX_VALUE);
            if (maxBodyBytes < Long.MAX_VALUE) {
                guards.add(new BodySizeGuard(maxBodyBytes));
            }
            if (rules.referer() != null) {
                guards.add(new RefererGuard(rules.referer()));
            }
            if (rules.fetchMetadata() != null) {
                guards.add(new FetchMetadataGuard(rules.fetchMetadata()));
            }
            needsCountry = !rules.geo().blockCountries().isEmpty()
                    || !rules.geo().allowCountries().isEmpty();
            if (needsCountry) {
                guards.add(new GeoGuard(rules.geo()));
                note(!resources.knowsCountries(), "countries: nothing tells a caller's country");
            }
            if (rules.ip() != null) {
                guards.add(new IpGuard(rules.ip()));
            }
            RateLimit limit = rules.rateLimit();
            if (limit != null) {
                guards.add(resources.limiters().guard(limit, label));
                note(
                        !resources.limiters().declares(limit.binding()),
                        "rateLimit: no limiter is called " + limit.binding());
            }
            preflightsEnd = guards.size();
            cors = rules.cors() == null ? null : new CorsPolicy(rules.cors());
            addCredentials(rules, resources);
            ForwardAuth elsewhere = rules.forwardAuth();
            forwardAuth = elsewhere == null ? null : new ForwardAuthPolicy(elsewhere);
        }

        private void addCredentials(Guards rules, GuardResources resources) {
            if (rules.signedLink() != null) {
                SignedLinkGuard links = SignedLinkGuard.of(rules.signedLink(), resources);
                links.missing().forEach(name -> note(true, "signedLink: no secret is called " + name));
                guards.add(links);
            }
            Access access = rules.access();
            if (access != null && !access.keys().isEmpty()) {
                guards.add(new KeyGuard(access.keys(), access.header()));
            }
            if (access != null) {
                guards.addAll(resources.tokens().of(access));
            }
        }

        private void note(boolean isMissing, String what) {
            if (isMissing) {
                missing.add(what);
            }
        }
    }

    /** How answers are decorated for browsers of other sites; null where they are not. */
    public @Nullable CorsPolicy cors() {
        return cors;
    }

    /** Who else is asked, when every guard here has let a request pass; null for nobody. */
    public @Nullable ForwardAuthPolicy forwardAuth() {
        return forwardAuth;
    }

    /** Whether a caller's country is looked at. */
    public boolean needsCountry() {
        return needsCountry;
    }

    /** How long a body may be that announced no length; {@link Long#MAX_VALUE} for any length. */
    public long maxBodyBytes() {
        return maxBodyBytes;
    }

    /** What the guards need and is not there, one line each, for the operator: they refuse requests for want of it. */
    public List<String> missing() {
        return missing;
    }

    /** The fields of upstream requests, lower case, that only guards may write: a client's own must never get through. */
    public Set<String> ownedFields() {
        Set<String> names = new HashSet<>();
        guards.forEach(guard -> names.addAll(guard.ownedFields()));
        if (forwardAuth != null) {
            names.addAll(forwardAuth.ownedFields());
        }
        return names;
    }

    /** The guards, in order. */
    List<Guard> guards() {
        return guards;
    }

    /**
     * What one guard makes of a request.
     *
     * @param reason the guard
     * @param verdict what it says; null where only the running proxy can know
     */
    public record Finding(Reason reason, @Nullable Verdict verdict) {}

    /** What each guard makes of a request, in order, up to the first that refuses it. Nobody else is asked. */
    public List<Finding> explain(GuardedRequest request) {
        List<Finding> findings = new ArrayList<>();
        boolean preflight = answersPreflight(request);
        for (Guard guard : preflight ? ofPreflights : guards) {
            Verdict verdict = guard.isForetold() ? guard.judge(request) : null;
            findings.add(new Finding(guard.reason(), verdict));
            if (verdict instanceof Verdict.Refuse) {
                return findings;
            }
        }
        if (forwardAuth != null && !preflight) {
            findings.add(new Finding(Reason.FORWARD_AUTH, null));
        }
        return findings;
    }

    /** Whether {@code request} is the question of a browser that the route's {@link #cors()} answers. */
    public boolean answersPreflight(GuardedRequest request) {
        return cors != null && request.isPreflight();
    }

    /** Judges a request. */
    public Verdict judge(GuardedRequest request) {
        return judge(request, 0, Verdict.PASS);
    }

    private Verdict judge(GuardedRequest request, int from, Verdict.Pass before) {
        CorsPolicy answering = answersPreflight(request) ? cors : null;
        List<Guard> asked = answering == null ? guards : ofPreflights;
        Verdict.Pass soFar = before;
        for (int i = from; i < asked.size(); i++) {
            Verdict verdict = asked.get(i).judge(request);
            if (verdict instanceof Verdict.Pass passed) {
                soFar = soFar.and(passed);
            } else if (verdict instanceof Verdict.Later later) {
                return waitFor(later, request, i + 1, soFar);
            } else {
                return refused(verdict, soFar);
            }
        }
        return answering == null
                ? soFar
                : new Verdict.Preflight(FieldList.joined(answering.preflight(request.head()), soFar.answer()));
    }

    private Verdict waitFor(Verdict.Later later, GuardedRequest request, int next, Verdict.Pass before) {
        return new Verdict.Later(later.verdict().thenCompose(verdict -> {
            if (!(verdict instanceof Verdict.Pass passed)) {
                return CompletableFuture.completedStage(refused(verdict, before));
            }
            Verdict rest = judge(request, next, before.and(passed));
            return rest instanceof Verdict.Later again ? again.verdict() : settled(rest);
        }));
    }

    private static CompletionStage<Verdict> settled(Verdict verdict) {
        return CompletableFuture.completedStage(verdict);
    }

    /** What an earlier guard tells the caller is told by a refusal too. */
    private static Verdict refused(Verdict verdict, Verdict.Pass before) {
        return verdict instanceof Verdict.Refuse refuse && before.answer().size() > 0
                ? new Verdict.Refuse(
                        refuse.status(),
                        refuse.reason(),
                        refuse.code(),
                        FieldList.joined(refuse.fields(), before.answer()))
                : verdict;
    }
}
