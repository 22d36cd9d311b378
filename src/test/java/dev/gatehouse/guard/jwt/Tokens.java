package dev.gatehouse.guard.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import java.util.List;

/** Keys of an issuer and tokens signed with them, from JSON written out by the tests. */
public final class Tokens {

    /** The issuer's key. */
    public static final RSAKey KEY = rsa("k1");

    /** The key that it changes to. */
    static final RSAKey NEXT_KEY = rsa("k2");

    /** A key of somebody else's who calls it by the issuer's name for his. */
    public static final RSAKey FORGERS_KEY = rsa("k1");

    private Tokens() {}

    static RSAKey rsa(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static ECKey curve(Curve curve, String id) {
        try {
            return new ECKeyGenerator(curve).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    /** What an issuer publishes of {@code keys}. */
    public static String published(JWK... keys) {
        return new JWKSet(List.of(keys)).toString(true);
    }

    /** A token with RS256 that names its key. */
    public static String signed(RSAKey key, String claims) {
        return signed(key, "{\"alg\":\"RS256\",\"kid\":\"" + key.getKeyID() + "\"}", claims);
    }

    /** A token with exactly this header, signed with the algorithm that {@code key} and the header are for. */
    static String signed(JWK key, String header, String claims) {
        try {
            String algorithm = JWSHeader.parse(header).getAlgorithm().getName();
            return signed(key, algorithm, header, claims);
        } catch (java.text.ParseException e) {
            throw new AssertionError(e);
        }
    }

    /** A token with exactly this header, whatever it says, signed with {@code algorithm}. */
    static String signed(JWK key, String algorithm, String header, String claims) {
        try {
            JWSSigner signer = key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
            String input = Base64URL.encode(header) + "." + Base64URL.encode(claims);
            JWSHeader used = new JWSHeader(JWSAlgorithm.parse(algorithm));
            return input + "." + signer.sign(used, input.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }
}
