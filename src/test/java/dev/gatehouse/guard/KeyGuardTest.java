package dev.gatehouse.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.GivenRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller proves itself with a key of which the table knows the digest only. */
class KeyGuardTest {

    private static final String URL = "https://site.test/";
    private static final String KEY = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=";

    private static String digest(String key) {
        return KeyDigest.of(key);
    }

    private static Judged route(String more) {
        return Judged.by("'access': {'keys': ['" + digest("other") + "', '" + digest(KEY) + "']" + more + "}");
    }

    private static GivenRequest with(String name, String value) {
        return GivenRequest.get(URL).with(name, value);
    }

    @Test
    void theDigestIsThatOfTheKeysTextAlone() {
        assertThat(digest("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(digest("")).isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    @Test
    void aKnownKeyPasses() {
        route("").passes(with("Authorization", "Bearer " + KEY));
        route("").passes(with("Authorization", "bearer other")); // RFC 9110, section 11.1: schemes have no case
        route(", 'header': 'X-Api-Key'").passes(with("x-api-key", KEY));
    }

    @Test
    void noKeyIsAnotherMatterThanAWrongOne() {
        route("").refuses(GivenRequest.get(URL), 401, Reason.ACCESS, "access_missing");
        route("").refuses(with("Authorization", "Basic " + KEY), 401, Reason.ACCESS, "access_missing");
        route("").refuses(with("Authorization", "Bearer wrong"), 401, Reason.ACCESS, "access_invalid");
        route("").refuses(with("Authorization", "Bearer " + KEY + "\n"), 401, Reason.ACCESS, "access_invalid");
        route(", 'header': 'X-Api-Key'")
                .refuses(with("Authorization", "Bearer " + KEY), 401, Reason.ACCESS, "access_missing");
        route(", 'header': 'X-Api-Key'")
                .refuses(with("X-Api-Key", "Bearer " + KEY), 401, Reason.ACCESS, "access_invalid");
    }

    @Test
    void theDigestIsNoKey() {
        route("").refuses(with("Authorization", "Bearer " + digest(KEY)), 401, Reason.ACCESS, "access_invalid");
    }

    @Test
    void aKeySentTwiceIsNone() {
        route(", 'header': 'X-Api-Key'")
                .refuses(with("X-Api-Key", KEY).with("X-Api-Key", KEY), 401, Reason.ACCESS, "access_invalid");
    }

    @Test
    void aKeyMayHaveFiveHundredAndTwelveCharactersAndNoMore() {
        String longest = "k".repeat(512);
        Judged route = Judged.by("'access': {'keys': ['" + digest(longest) + "', '" + digest(longest + "k") + "']}");
        route.passes(with("Authorization", "Bearer " + longest));
        route.refuses(with("Authorization", "Bearer " + longest + "k"), 401, Reason.ACCESS, "access_too_long");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015adf"
            })
    void whatIsNoDigestIsRefusedAtParseTimeAndNotRepeated(String key) {
        String fault = Judged.faults("'access': {'keys': ['" + key + "']}");
        assertThat(fault).contains("routes[0].access.keys[0]");
        if (!key.isEmpty()) {
            assertThat(fault).doesNotContain(key);
        }
    }

    @Test
    void aBlockWithoutAMechanismIsRefusedAtParseTime() {
        assertThat(Judged.faults("'access': {}")).contains("routes[0].access");
    }
}
