package dev.gatehouse.forward.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Mirror;
import dev.gatehouse.config.model.UpstreamRef;
import dev.gatehouse.transport.Origin;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests are copied. The sample is part of the contract: the numbers here never change. */
class MirrorRuleTest {

    private static final UpstreamRef UPSTREAM = new UpstreamRef("m.test", UpstreamRef.DEFAULT_PORT, "");

    private static MirrorRule rule(int percent, boolean includeBody, String... methods) {
        Mirror settings = new Mirror(UPSTREAM, percent, includeBody, List.of(methods), Duration.ofSeconds(2), false);
        return new MirrorRule("r", Origin.of("https", "m.test", 443, true), "", settings);
    }

    @ParameterizedTest
    @CsvSource({"3f0c2f0a-6f0e-4a53-9d52-0f6f3d2b7c11,5", "8c1f3a2b4d5e6f70-FRA,46", "req-2,85", "req-1,86", "a,90"})
    void anIdIsInEverySampleFromItsOwnShareOn(String id, int from) {
        assertThat(rule(from - 1, false, "GET").takes("GET", false, id)).isFalse();
        assertThat(rule(from, false, "GET").takes("GET", false, id)).isTrue();
        assertThat(rule(100, false, "GET").takes("GET", false, id)).isTrue();
    }

    @Test
    void onlyListedMethodsAreCopiedInWhateverCaseTheyCome() {
        MirrorRule rule = rule(100, false, "GET", "POST");
        assertThat(rule.takes("POST", false, "a")).isTrue();
        assertThat(rule.takes("post", false, "a")).isTrue();
        assertThat(rule.takes("HEAD", false, "a")).isFalse();
    }

    @Test
    void anUpgradeIsNeverCopied() {
        assertThat(rule(100, false, "GET").takes("GET", true, "a")).isFalse();
    }

    @Test
    void bodiesAreCopiedWhereAskedForAndMeaningful() {
        assertThat(rule(100, true, "POST").copiesBody("POST")).isTrue();
        assertThat(rule(100, false, "POST").copiesBody("POST")).isFalse();
        assertThat(rule(100, true, "GET").copiesBody("GET")).isFalse();
        assertThat(rule(100, true, "HEAD").copiesBody("HEAD")).isFalse();
    }
}
