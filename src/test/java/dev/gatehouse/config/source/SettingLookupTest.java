package dev.gatehouse.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In which order the places of a setting are asked. */
class SettingLookupTest {

    private final Map<String, String> ofFilter = new HashMap<>();
    private final Map<String, String> ofContext = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, Object> entries = new HashMap<>();
    private final SettingLookup lookup =
            new SettingLookup(List.of(ofFilter::get, ofContext::get), properties::get, variables::get, entries::get);

    @Test
    void theNearestPlaceCounts() {
        entries.put("hosts", "naming");
        assertThat(lookup.find("hosts")).isEqualTo("naming");
        variables.put("GATEHOUSE_HOSTS", "variable");
        assertThat(lookup.find("hosts")).isEqualTo("variable");
        properties.put("gatehouse.hosts", "property");
        assertThat(lookup.find("hosts")).isEqualTo("property");
        ofContext.put("hosts", "context");
        assertThat(lookup.find("hosts")).isEqualTo("context");
        ofFilter.put("hosts", "filter");
        assertThat(lookup.find("hosts")).isEqualTo("filter");
    }

    @Test
    void aBlankValueIsNotSet() {
        ofFilter.put("hosts", " ");
        properties.put("gatehouse.hosts", "");
        variables.put("GATEHOUSE_HOSTS", "variable");
        assertThat(lookup.find("hosts")).isEqualTo("variable");
    }

    @Test
    void whatIsSetNowhereIsNull() {
        assertThat(lookup.find("hosts")).isNull();
    }

    @Test
    void theTableMayStandInItsConventionalVariable() {
        variables.put("JOUSKA_CONFIG", "{}");
        assertThat(lookup.find("config")).isEqualTo("{}");
        variables.put("GATEHOUSE_CONFIG", "ours");
        assertThat(lookup.find("config")).isEqualTo("ours");
    }

    @Test
    void theTableMayBeAnObjectInNaming() {
        entries.put("config", Map.of("routes", List.of()));
        assertThat(lookup.find("config")).isEqualTo(Map.of("routes", List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "hosts, GATEHOUSE_HOSTS",
        "configTtlMs, GATEHOUSE_CONFIG_TTL_MS",
        "tlsTrustStorePassword, GATEHOUSE_TLS_TRUST_STORE_PASSWORD"
    })
    void aVariableIsNamedAfterItsSetting(String name, String variable) {
        assertThat(SettingLookup.variableName(name)).isEqualTo(variable);
    }

    @Test
    void namesThatMeanNothingAreReported() {
        assertThat(SettingLookup.unknownNames(
                        Set.of("hosts", "config"),
                        List.of("hosts", "host", "viaHost"),
                        List.of("gatehouse.config", "gatehouse.confg", "java.version")))
                .containsExactly(
                        "init parameter host is no setting; did you mean hosts?",
                        "init parameter viaHost is no setting",
                        "system property gatehouse.confg is no setting; did you mean config?");
    }

    @Test
    void aProcessWithoutNamingHasSettingsAllTheSame() {
        assertThat(SettingLookup.ofProcess(List.of()).find("noSuchSetting")).isNull();
    }

    @Test
    void aVariableIsFoundLikeASettingAndThenUnderItsOwnName() {
        variables.put("LB_NAME", "environment");
        assertThat(lookup.findVariable("LB_NAME")).isEqualTo("environment");
        properties.put("LB_NAME", "property");
        assertThat(lookup.findVariable("LB_NAME")).isEqualTo("property");
        entries.put("LB_NAME", "naming");
        assertThat(lookup.findVariable("LB_NAME")).isEqualTo("naming");
        variables.put("GATEHOUSE_LB_NAME", "our variable");
        assertThat(lookup.findVariable("LB_NAME")).isEqualTo("our variable");
        properties.put("gatehouse.LB_NAME", "our property");
        assertThat(lookup.findVariable("LB_NAME")).isEqualTo("our property");
        ofFilter.put("LB_NAME", "filter");
        assertThat(lookup.findVariable("LB_NAME")).isEqualTo("filter");
    }

    @Test
    void aSettingHasNoNameOfItsOwn() {
        variables.put("hosts", "variable");
        properties.put("hosts", "property");
        assertThat(lookup.find("hosts")).isNull();
    }

    @Test
    void aVariableMayBeAnObjectInNamingAndABlankOneIsNotSet() {
        variables.put("SERVICES", " ");
        assertThat(lookup.findVariable("SERVICES")).isNull();
        entries.put("SERVICES", List.of());
        assertThat(lookup.findVariable("SERVICES")).isEqualTo(List.of());
    }
}
