package dev.gatehouse.bench;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.gatehouse.config.model.JwtAccess;
import dev.gatehouse.config.model.TokenAlgorithm;
import dev.gatehouse.guard.Guard;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.guard.jwt.KeySets;
import dev.gatehouse.guard.jwt.TokenGuard;
import dev.gatehouse.testkit.GivenRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a token costs, beside what the JOSE library takes for the same by itself. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TokenBenchmark {

    private static final String ISSUER = "https://issuer.test";

    /** How the token is signed. */
    @Param({"RS256", "ES256"})
    public TokenAlgorithm algorithm = TokenAlgorithm.RS256;

    private String token = "";
    private @Nullable JWSVerifier verifier;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private @Nullable Guard guard;
    private GuardedRequest genuine = request("");
    private GuardedRequest forged = request("");
    private GuardedRequest unknownKey = request("");

    /** An issuer with two keys, and a token of some 600 characters. */
    @Setup
    public void sign() throws Exception {
        JWK key = newKey("k1");
        JWKSet published = new JWKSet(List.of(newKey("k0"), key.toPublicJWK()));
        token = token(key);
        verifier = key instanceof RSAKey rsa ? new RSASSAVerifier(rsa) : new ECDSAVerifier((ECKey) key);

        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(JWSAlgorithm.parse(algorithm.name()), new ImmutableJWKSet<>(published)));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                "api", new JWTClaimsSet.Builder().issuer(ISSUER).build(), Set.of("exp")));

        byte[] document = published.toString(true).getBytes(StandardCharsets.UTF_8);
        KeySets keys = new KeySets(url -> CompletableFuture.completedFuture(document), () -> 0);
        JwtAccess access = new JwtAccess(
                ISSUER,
                URI.create(ISSUER + "/jwks"),
                "api",
                "authorization",
                List.of(algorithm),
                Map.of("role", List.of("admin")),
                Map.of("x-user", "sub"));
        Guard judging = TokenGuard.of(access, keys, InstantSource.system());
        guard = judging;
        genuine = request(token);
        forged = request(token.substring(0, token.length() - 20) + "A".repeat(20));
        unknownKey = request(token(newKey("k9")));
        Object first = judging.judge(genuine); // brings the keys
        if (!(judging.judge(genuine) instanceof Verdict.Pass)
                || !(judging.judge(forged) instanceof Verdict.Refuse)
                || !(judging.judge(unknownKey) instanceof Verdict.Refuse)) {
            throw new IllegalStateException("not judged as they should be, first " + first);
        }
    }

    private JWK newKey(String id) throws Exception {
        return algorithm == TokenAlgorithm.RS256
                ? new RSAKeyGenerator(2048).keyID(id).generate()
                : new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    }

    private String token(JWK key) throws Exception {
        JWSSigner signer = key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience(List.of("api"))
                .subject("anna@example.test")
                .claim("role", List.of("staff", "admin"))
                .expirationTime(Date.from(Instant.now().plusSeconds(86_400)))
                .build();
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.parse(algorithm.name()))
                .keyID(key.getKeyID())
                .build();
        SignedJWT signed = new SignedJWT(header, claims);
        signed.sign(signer);
        return signed.serialize();
    }

    private static GuardedRequest request(String token) {
        GivenRequest head = GivenRequest.get("https://a.test/").with("Authorization", "Bearer " + token);
        return new GuardedRequest(head, null, null, "");
    }

    /** The guard: a token that passes, with a claim to be accepted and one to be copied. */
    @Benchmark
    public Verdict guard() {
        return Objects.requireNonNull(guard).judge(genuine);
    }

    /** The guard: a signature that is not the issuer's. */
    @Benchmark
    public Verdict forged() {
        return Objects.requireNonNull(guard).judge(forged);
    }

    /** The guard: a key that the issuer does not have, refused without cryptography. */
    @Benchmark
    public Verdict unknownKey() {
        return Objects.requireNonNull(guard).judge(unknownKey);
    }

    /** The library alone, the way it is meant to be used: key selection, signature, issuer, audience, expiry. */
    @Benchmark
    public JWTClaimsSet library() throws Exception {
        return processor.process(token, null);
    }

    /** The library's parsing and signature check with a key at hand, and nothing else. */
    @Benchmark
    public boolean signature() throws Exception {
        return SignedJWT.parse(token).verify(verifier);
    }
}
