package dev.gatehouse.guard.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.guard.jwt.ClaimRules.Standing;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The times of a token, to the letter. */
class ClaimRulesTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_893_456_000);

    private final ClaimRules rules = new ClaimRules("issuer", "api", List.of(), Map.of());

    private Standing at(Instant now, @Nullable Object notBefore, @Nullable Object expiry) {
        Map<String, Object> claims = new HashMap<>(Map.of("iss", "issuer", "aud", "api"));
        if (notBefore != null) {
            claims.put("nbf", notBefore);
        }
        if (expiry != null) {
            claims.put("exp", expiry);
        }
        return rules.judge(claims, now);
    }

    @Test
    void theLastMillisecondBeforeItsEndIsATokensLast() {
        long end = NOW.getEpochSecond();
        assertThat(at(NOW.minusMillis(1), null, end)).isEqualTo(Standing.ACCEPTED);
        assertThat(at(NOW, null, end)).isEqualTo(Standing.INVALID);
        assertThat(at(NOW.plusMillis(1), null, end)).isEqualTo(Standing.INVALID);
    }

    @Test
    void aTokenMayEndBetweenTwoSeconds() {
        double end = NOW.getEpochSecond() + 0.5;
        assertThat(at(NOW.plusMillis(499), null, end)).isEqualTo(Standing.ACCEPTED);
        assertThat(at(NOW.plusMillis(500), null, end)).isEqualTo(Standing.INVALID);
    }

    @Test
    void itsBeginningIsTheFirstMillisecond() {
        long begin = NOW.getEpochSecond();
        long end = begin + 10;
        assertThat(at(NOW.minusMillis(1), begin, end)).isEqualTo(Standing.INVALID);
        assertThat(at(NOW, begin, end)).isEqualTo(Standing.ACCEPTED);
    }

    @Test
    void aTokenWithoutAnEndIsNone() {
        assertThat(at(NOW, null, null)).isEqualTo(Standing.INVALID);
        for (Object end :
                List.of("1993456000", true, List.of(1_993_456_000L), Double.NaN, Double.POSITIVE_INFINITY, -1L, 0L)) {
            assertThat(at(NOW, null, end)).as(end.toString()).isEqualTo(Standing.INVALID);
        }
    }

    @Test
    void anEndBeyondAllTimesIsFarAwayAndDoesNotWrapAround() {
        for (Object end : List.of(Long.MAX_VALUE, Long.MAX_VALUE / 1000 + 1, 1e300)) {
            assertThat(at(NOW, null, end)).as(end.toString()).isEqualTo(Standing.ACCEPTED);
            assertThat(at(NOW, end, Long.MAX_VALUE)).as(end.toString()).isEqualTo(Standing.INVALID);
        }
    }

    @Test
    void aBeginningThatIsNoNumberIsNotPassedOver() {
        for (Object begin : List.of("0", false, Double.NaN, Map.of())) {
            assertThat(at(NOW, begin, NOW.getEpochSecond() + 10))
                    .as(begin.toString())
                    .isEqualTo(Standing.INVALID);
        }
        Map<String, Object> claims = new HashMap<>(Map.of("iss", "issuer", "aud", "api", "exp", Long.MAX_VALUE));
        claims.put("nbf", null);
        assertThat(rules.judge(claims, NOW)).isEqualTo(Standing.INVALID);
    }

    @Test
    void whatIsNotValidIsNotForbiddenButInvalid() {
        Map<String, Object> claims = Map.of("iss", "issuer", "aud", "elsewhere", "exp", NOW.getEpochSecond());
        assertThat(rules.judge(claims, NOW)).isEqualTo(Standing.INVALID);
        assertThat(rules.judge(claims, NOW.minusMillis(1))).isEqualTo(Standing.FORBIDDEN);
    }
}
