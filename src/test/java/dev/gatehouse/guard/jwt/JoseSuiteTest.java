package dev.gatehouse.guard.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JWSVerifier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The public suite that JOSE libraries are tried with, whole: what we verify is what it calls valid, and nothing else.
 *
 * <p>Known exceptions: shared secrets ({@code HS256} and the like) are never verified with, also where the suite would. A key
 * that states an algorithm is not used for another, nor one whose algorithm does not exist (signatures 346, 347, 350, 351).
 * Whether the issuer made its key with a device that makes bad ones is not found out (key 7).
 */
class JoseSuiteTest {

    private static final Path SUITE = Path.of(System.getProperty("gatehouse.suites", "../shared/suites"), "jose");

    @Test
    void everySignatureOfTheSuiteIsJudgedAsTheSuiteDoes() throws IOException {
        assertThat(differences("json_web_signature_test.json", 401)).containsExactly(346, 347, 350, 351);
    }

    @Test
    void everyKeyOfTheSuiteIsJudgedAsTheSuiteDoes() throws IOException {
        assertThat(differences("json_web_key_test.json", 26)).containsExactly(7);
    }

    /** The numbers of the cases that we judge in another way. */
    private static List<Integer> differences(String file, int cases) throws IOException {
        assumeTrue(Files.isDirectory(SUITE), "no JOSE suite at " + SUITE);
        List<Integer> differences = new ArrayList<>();
        int tried = 0;
        JsonNode suite = new ObjectMapper().readTree(SUITE.resolve(file).toFile());
        for (JsonNode group : suite.get("testGroups")) {
            JsonNode published = group.has("public") ? group.get("public") : group.get("private");
            boolean secret = published.findValuesAsText("kty").contains("oct");
            for (JsonNode test : group.get("tests")) {
                boolean valid = test.get("result").textValue().equals("valid") && !secret;
                if (isVerified(published, test.get("jws")) != valid) {
                    differences.add(test.get("tcId").intValue());
                }
                tried++;
            }
        }
        assertThat(tried).isEqualTo(cases);
        return differences;
    }

    private static boolean isVerified(JsonNode published, JsonNode jws) {
        String set = published.has("keys") ? published.toString() : "{\"keys\":[" + published + "]}";
        IssuerKeys keys = IssuerKeys.parse(set.getBytes(StandardCharsets.UTF_8));
        SignedToken token = SignedToken.parse(jws.isTextual() ? jws.textValue() : jws.toString());
        if (keys == null || token == null) {
            return false;
        }
        JWSVerifier verifier = keys.verifierFor(token.header());
        return verifier != null && token.isSignedFor(verifier);
    }
}
