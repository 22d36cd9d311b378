package dev.gatehouse.guard.jwt;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import dev.gatehouse.config.model.CloudflareAccess;
import dev.gatehouse.config.model.JwtAccess;
import dev.gatehouse.config.model.TokenAlgorithm;
import dev.gatehouse.guard.CredentialField;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Reason;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.guard.jwt.KeyAnswer.Coming;
import dev.gatehouse.guard.jwt.KeyAnswer.Known;
import dev.gatehouse.http.FieldList;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Refuses callers without a token that the issuer signed (RFC 7519), for us, and that is still valid. The signature is
 * verified before a claim is read.
 *
 * <p>No valid token is 401, a valid one for somebody or somewhere else 403. Where the issuer's keys cannot be had it is 503,
 * for nobody can say what the token is worth.
 *
 * <p>Where the keys are in memory, as they nearly always are, a request is judged at once; otherwise the verdict comes later.
 *
 * <p>Threads: immutable but for the keys, which guard themselves.
 */
public final class TokenGuard implements Guard {

    /** The longest token that is looked at, in characters. */
    private static final int MAX_TOKEN = 4096;

    private static final String CLOUDFLARE_FIELD = "cf-access-jwt-assertion";

    private static final Verdict UNAVAILABLE = Verdict.Refuse.with(503, Reason.ACCESS, "access_jwks_unavailable");

    private final CredentialField field;
    private final Set<JWSAlgorithm> algorithms;
    private final KeySource source;
    private final ClaimRules rules;
    private final Map<String, String> copies;
    private final InstantSource clock;

    private TokenGuard(
            String header,
            List<TokenAlgorithm> algorithms,
            KeySource source,
            ClaimRules rules,
            Map<String, String> copies,
            InstantSource clock) {
        this.field = new CredentialField(header);
        this.algorithms = algorithms.stream()
                .map(algorithm -> JWSAlgorithm.parse(algorithm.name()))
                .collect(Collectors.toUnmodifiableSet());
        this.source = source;
        this.rules = rules;
        this.copies = copies;
        this.clock = clock;
    }

    /**
     * A guard for tokens of any issuer.
     *
     * @param keys those of all issuers
     * @param clock the time of day
     */
    public static TokenGuard of(JwtAccess access, KeySets keys, InstantSource clock) {
        ClaimRules rules = new ClaimRules(access.issuer(), access.audience(), List.of(), access.claims());
        return new TokenGuard(
                access.header(), access.algorithms(), keys.at(access.jwksUrl()), rules, access.copyClaims(), clock);
    }

    /**
     * A guard for the tokens that Cloudflare Access adds to what it lets through.
     *
     * @param keys those of all issuers
     * @param clock the time of day
     */
    public static TokenGuard of(CloudflareAccess access, KeySets keys, InstantSource clock) {
        String issuer = "https://" + access.team() + ".cloudflareaccess.com";
        ClaimRules rules = new ClaimRules(issuer, access.audience(), access.emails(), Map.of());
        KeySource source = keys.at(URI.create(issuer + "/cdn-cgi/access/certs"));
        return new TokenGuard(CLOUDFLARE_FIELD, List.of(TokenAlgorithm.RS256), source, rules, Map.of(), clock);
    }

    /** Begins to fetch the keys, unless they are there. */
    void fetchKeys() {
        var unused = source.keys();
    }

    @Override
    public Reason reason() {
        return Reason.ACCESS;
    }

    /** Those that claims are copied to, also where a token lacks the claim. */
    @Override
    public Set<String> ownedFields() {
        return copies.keySet();
    }

    /** Keys may have to be fetched. */
    @Override
    public boolean isForetold() {
        return false;
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        String presented = field.presented(request.head());
        if (presented == null) {
            return unauthorized("access_missing");
        }
        if (presented.length() > MAX_TOKEN) {
            return unauthorized("access_too_long");
        }
        SignedToken token = SignedToken.parse(presented);
        if (token == null || !algorithms.contains(token.header().getAlgorithm())) {
            return unauthorized("access_invalid"); // before any key is asked for
        }
        return judge(token, source.keys());
    }

    private Verdict judge(SignedToken token, KeyAnswer answer) {
        if (!(answer instanceof Known known)) {
            return on(answer, here -> judgeWith(here, token, UNAVAILABLE));
        }
        JWSVerifier verifier = known.keys().verifierFor(token.header());
        if (verifier != null) {
            return judgeWith(verifier, token);
        }
        // Perhaps the issuer has new keys. If they cannot be had, those that are known have been obtained all the same.
        return on(source.newerThan(known), newer -> judgeWith(newer, token, unauthorized("access_invalid")));
    }

    /** The verdict on keys that are here; for keys that are on their way, the same later. */
    private static Verdict on(KeyAnswer answer, Function<KeyAnswer, Verdict> judging) {
        return answer instanceof Coming coming
                ? new Verdict.Later(coming.answer().thenApply(judging).exceptionally(ownFault -> UNAVAILABLE))
                : judging.apply(answer);
    }

    private Verdict judgeWith(KeyAnswer answer, SignedToken token, Verdict withoutKeys) {
        return answer instanceof Known known ? judgeWith(known.keys().verifierFor(token.header()), token) : withoutKeys;
    }

    private Verdict judgeWith(@Nullable JWSVerifier verifier, SignedToken token) {
        Map<String, Object> claims = verifier != null && token.isSignedFor(verifier) ? token.claims() : null;
        if (claims == null) {
            return unauthorized("access_invalid");
        }
        return switch (rules.judge(claims, clock.instant())) {
            case ACCEPTED -> pass(claims);
            case INVALID -> unauthorized("access_invalid");
            case FORBIDDEN -> Verdict.Refuse.with(403, Reason.ACCESS, "access_forbidden");
        };
    }

    private Verdict pass(Map<String, Object> claims) {
        if (copies.isEmpty()) {
            return Verdict.PASS;
        }
        FieldList upstream = new FieldList(copies.size());
        copies.forEach((name, claim) -> {
            String text = ClaimText.header(claims.get(claim));
            if (text != null) {
                upstream.add(name, text);
            }
        });
        return new Verdict.Pass(upstream, new FieldList(0));
    }

    private Verdict unauthorized(String code) {
        FieldList fields = new FieldList(1);
        if (field.isBearer()) {
            fields.add("WWW-Authenticate", "Bearer"); // RFC 6750, section 3
        }
        return new Verdict.Refuse(401, Reason.ACCESS, code, fields);
    }
}
