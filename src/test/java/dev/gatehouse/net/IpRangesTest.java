package dev.gatehouse.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import inet.ipaddr.IPAddressString;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of addresses and sets of them. */
class IpRangesTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
        "192.0.2.7, 192.0.2.7, 192.0.2.7, 192.0.2.6, 192.0.2.8",
        "192.0.2.0/31, 192.0.2.0, 192.0.2.1, 192.0.1.255, 192.0.2.2",
        "128.0.0.0/1, 128.0.0.0, 255.255.255.255, 127.255.255.255, ::",
        "2001:db8::/32, 2001:db8::, 2001:db8:ffff::, 2001:db7:ffff::, 2001:db9::",
        "::1, ::1, ::1, ::, ::2",
        "1::/64, 1::, 1::ffff:ffff:ffff:ffff, 1:0:0:1::, 0:ffff::",
        "1::/65, 1::, 1::7fff:ffff:ffff:ffff, 1::8000:0:0:0, 2::"
    })
    void aBlockHoldsWhatIsBetweenItsEnds(String block, String first, String last, String before, String after) {
        assertThat(range(block).contains(address(first))).isTrue();
        assertThat(range(block).contains(address(last))).isTrue();
        assertThat(range(block).contains(address(before))).isFalse();
        assertThat(range(block).contains(address(after))).isFalse();
    }

    @Test
    void mappedAddressesCountAsIpv4() {
        assertThat(range("10.0.0.0/8").contains(address("::ffff:10.1.2.3"))).isTrue();
        assertThat(range("10.0.0.0/8").contains(address("::ffff:11.1.2.3"))).isFalse();
        assertThat(IpRanges.of(List.of(range("10.0.0.0/8"))).contains(address("::ffff:10.1.2.3")))
                .isTrue();
        assertThat(range("::ffff:10.0.0.0/104")).isEqualTo(range("10.0.0.0/8"));
        assertThat(range("::/0").contains(address("10.1.2.3"))).isFalse();
        assertThat(range("0.0.0.0/0").contains(address("::1"))).isFalse();
    }

    @Test
    void bitsBeyondThePrefixDoNotCount() {
        assertThat(range("10.1.2.3/8")).hasToString("10.0.0.0/8").isEqualTo(range("10.0.0.0/8"));
        assertThat(range("2001:db8::1/32")).hasToString("2001:db8::/32");
        assertThat(range("1.2.3.4/0")).hasToString("0.0.0.0/0");
        assertThat(range("::1/0")).hasToString("::/0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/+8",
                "10.0.0.0/08",
                "10.0.0/8",
                "10.0.0.0/8/8",
                "::/129",
                "::/ 8",
                "10.0.0.0 /8",
                "x/8",
                "10.0.0.0/8x",
                "10.0.0.0-10.0.0.9",
                "::1%1/128",
                "10.*"
            })
    void malformedBlocksAreRefused(String text) {
        assertThat(IpRange.parse(text)).isNull();
    }

    @Test
    void aPrefixLengthBeyondTheFamilyIsAMistake() {
        assertThatThrownBy(() -> new IpRange(address("10.0.0.0"), 33)).hasMessageContaining("0 to 32");
    }

    @Test
    void aSetAnswersAsItsBlocksDoOneByOne() {
        Random dice = new Random(2);
        for (int round = 0; round < 200; round++) {
            List<IpRange> blocks = new ArrayList<>();
            for (int i = dice.nextInt(12); i > 0; i--) {
                boolean v4 = dice.nextBoolean();
                blocks.add(new IpRange(someAddress(dice, v4), dice.nextInt(v4 ? 33 : 129)));
            }
            IpRanges set = IpRanges.of(blocks);
            for (int i = 0; i < 100; i++) {
                IpAddress asked = someAddress(dice, dice.nextBoolean());
                assertThat(set.contains(asked)).isEqualTo(blocks.stream().anyMatch(block -> block.contains(asked)));
            }
        }
        assertThat(IpRanges.NONE.contains(address("::1"))).isFalse();
        assertThat(IpRanges.NONE.isEmpty()).isTrue();
    }

    @Test
    void aBlockAnswersAsAnotherLibraryDoes() {
        Random dice = new Random(3);
        for (int i = 0; i < 3_000; i++) {
            boolean v4 = dice.nextBoolean();
            IpRange block = new IpRange(someAddress(dice, v4), dice.nextInt(v4 ? 33 : 129));
            IpAddress asked = someAddress(dice, v4);
            boolean expected = new IPAddressString(block.toString()).contains(new IPAddressString(asked.toString()));
            assertThat(block.contains(asked)).as("%s in %s", asked, block).isEqualTo(expected);
        }
    }

    /** Few bits set, so that blocks often hold what is asked. */
    private static IpAddress someAddress(Random dice, boolean v4) {
        return v4 ? IpAddress.v4(fewBits(dice)) : IpAddress.v6(fewBits(dice) | (1L << 62), fewBits(dice));
    }

    private static long fewBits(Random dice) {
        long bits = 0;
        for (int i = dice.nextInt(6); i > 0; i--) {
            bits |= 1L << dice.nextInt(64);
        }
        return bits;
    }

    private static IpRange range(String text) {
        return Objects.requireNonNull(IpRange.parse(text), text);
    }

    private static IpAddress address(String text) {
        return Objects.requireNonNull(IpAddress.parse(text), text);
    }
}
