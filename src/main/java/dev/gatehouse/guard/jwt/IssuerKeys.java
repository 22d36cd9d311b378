package dev.gatehouse.guard.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyType;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys that an issuer publishes (RFC 7517, section 5), those of them that a signature can be verified with.
 *
 * <p>Left out are keys that are not understood, as the RFC asks for, secret ones, and RSA keys that nobody should sign with:
 * fewer than 2048 bits (RFC 7518, section 3.3), or an exponent under which every signature is valid.
 *
 * <p>Threads: immutable.
 */
final class IssuerKeys {

    private static final int MIN_RSA_BITS = 2048;

    /** The curves of ES256, ES384 and ES512. */
    private static final List<Curve> CURVES = List.of(Curve.P_256, Curve.P_384, Curve.P_521);

    private record Key(JWK description, JWSVerifier verifier) {}

    private final List<Key> keys;

    private IssuerKeys(List<Key> keys) {
        this.keys = List.copyOf(keys);
    }

    /** Reads a key set; null where the document is none, or no key of it can be used. */
    static @Nullable IssuerKeys parse(byte[] document) {
        List<Key> keys = new ArrayList<>();
        try {
            Map<String, Object> set = JSONObjectUtils.parse(new String(document, StandardCharsets.UTF_8));
            Map<String, Object>[] entries = JSONObjectUtils.getJSONObjectArray(set, "keys");
            for (Map<String, Object> entry : entries == null ? List.<Map<String, Object>>of() : List.of(entries)) {
                Key key = key(entry);
                if (key != null) {
                    keys.add(key);
                }
            }
        } catch (ParseException | RuntimeException malformed) {
            return null;
        }
        return keys.isEmpty() ? null : new IssuerKeys(keys);
    }

    private static @Nullable Key key(Map<String, Object> entry) {
        try {
            JWK key = JWK.parse(entry).toPublicJWK();
            if (key instanceof RSAKey rsa && isStrong(rsa)) {
                return new Key(rsa, new RSASSAVerifier(rsa.toRSAPublicKey()));
            }
            if (key instanceof ECKey curve && CURVES.contains(curve.getCurve())) {
                return new Key(curve, new ECDSAVerifier(curve.toECPublicKey()));
            }
            return null;
        } catch (ParseException | JOSEException | RuntimeException notUnderstood) {
            return null;
        }
    }

    private static boolean isStrong(RSAKey key) {
        BigInteger exponent = key.getPublicExponent().decodeToBigInteger();
        return key.size() >= MIN_RSA_BITS && exponent.testBit(0) && exponent.compareTo(BigInteger.ONE) > 0;
    }

    /**
     * Verifies signatures with the one key that a token with this header must be signed with; null where none fits, or
     * several do. A token that names no key is in order as long as there is but one for its algorithm.
     */
    @Nullable
    JWSVerifier verifierFor(JWSHeader header) {
        JWKMatcher matcher = matcher(header);
        JWSVerifier found = null;
        for (Key key : keys) {
            if (matcher.matches(key.description)) {
                if (found != null) {
                    return null; // trying them in turn would let the token choose among keys
                }
                found = key.verifier;
            }
        }
        return found;
    }

    private static JWKMatcher matcher(JWSHeader header) {
        JWSAlgorithm algorithm = header.getAlgorithm();
        JWKMatcher.Builder matcher = new JWKMatcher.Builder()
                .keyType(KeyType.forAlgorithm(algorithm))
                .keyUses(KeyUse.SIGNATURE, null)
                .keyOperations(KeyOperation.VERIFY, null)
                .algorithms(algorithm, null);
        if (header.getKeyID() != null) {
            matcher.keyID(header.getKeyID());
        }
        if (JWSAlgorithm.Family.EC.contains(algorithm)) {
            matcher.curves(Curve.forJWSAlgorithm(algorithm));
        }
        return matcher.build();
    }
}
