package dev.gatehouse.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Names are found in any case, and no other is. */
class NameSetTest {

    @Test
    void namesAreFoundInAnyCase() {
        NameSet names = NameSet.of(List.of("host", "X-Forwarded-For", "te"));
        assertThat(names.contains("HOST")).isTrue();
        assertThat(names.contains("x-forwarded-for")).isTrue();
        assertThat(names.contains("Te")).isTrue();
        assertThat(names.contains("hos")).isFalse();
        assertThat(names.contains("")).isFalse();
        assertThat(NameSet.EMPTY.contains("host")).isFalse();
    }

    @Test
    void aSetOfAnySizeKnowsItsNamesAndNoOthers() {
        Random dice = new Random(7);
        for (int size = 0; size < 60; size++) {
            List<String> in = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                in.add("x-" + i + "-" + dice.nextInt(1000));
            }
            NameSet names = NameSet.of(in);
            in.forEach(name ->
                    assertThat(names.contains(name.toUpperCase(Locale.ROOT))).isTrue());
            for (int i = 0; i < 100; i++) {
                String other = "y-" + dice.nextInt(1000);
                assertThat(names.contains(other)).isFalse();
            }
        }
    }

    @Test
    void whatConnectionNamesIsReadAsTokens() {
        assertThat(ConnectionOptions.names(List.of("close, X-A ,, b@d", "X-B")))
                .containsExactlyInAnyOrder("close", "X-A", "X-B");
    }
}
