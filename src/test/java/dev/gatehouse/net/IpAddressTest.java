package dev.gatehouse.net;

import static org.assertj.core.api.Assertions.assertThat;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses: standard notations only, one canonical text. */
class IpAddressTest {

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
        "::, ::",
        "::1, ::1",
        "1::, 1::",
        "2001:DB8::A, 2001:db8::a",
        "2001:0db8:0000:0000:0001:0000:0000:0001, 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "::ffff:192.0.2.1, ::ffff:192.0.2.1",
        "::ffff:c000:201, ::ffff:192.0.2.1",
        "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
        "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
        "0:0:0:0:0:0:0:0, ::"
    })
    void standardNotationsAreReadAndWrittenCanonically(String text, String canonical) {
        assertThat(parse(text)).hasToString(canonical).isEqualTo(parse(canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1",
                "1.2.3",
                "127.1",
                "1.2.3.4.5",
                "01.2.3.4",
                "1.2.3.04",
                "256.1.1.1",
                "1.2.3.256",
                "1..2.3",
                "1.2.3.",
                ".1.2.3",
                "0x7f.0.0.1",
                "+1.2.3.4",
                "1.2.3.4 ",
                " 1.2.3.4",
                "1.2.3.4:80",
                "1.2.3.4/8",
                "a.b.c.d",
                "١.2.3.4",
                ":",
                ":::",
                "::1::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "12345::",
                "g::",
                "[::1]",
                "fe80::1%eth0",
                "::1.2.3",
                "::1.2.3.4.5",
                "1.2.3.4::",
                "::1.2.3.4:1",
                "::1.2.3.04",
                "1:2:3:4:5:6:7:1.2.3.4",
                ":1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:",
                "::-1",
                "::1 ",
                "localhost",
                "::1.2.3.4::",
                "1:::2",
                "::00001"
            })
    void anythingOddIsNoAddress(String text) {
        assertThat(IpAddress.parse(text)).isNull();
    }

    @Test
    void hostsOfUrlsHaveBracketsAroundIpv6() {
        assertThat(IpAddress.parseHost("[::1]")).isEqualTo(parse("::1"));
        assertThat(IpAddress.parseHost("192.0.2.1")).isEqualTo(parse("192.0.2.1"));
        for (String odd : new String[] {"::1", "[::1", "::1]", "[]", "[192.0.2.1]", "[fe80::1%25a]", "a.test", ""}) {
            assertThat(IpAddress.parseHost(odd)).as(odd).isNull();
        }
    }

    @Test
    void embeddedIpv4IsFound() {
        assertThat(parse("::ffff:10.1.2.3").unmapped()).isEqualTo(parse("10.1.2.3"));
        assertThat(parse("::ffff:10.1.2.3").embeddedV4()).isEqualTo(parse("10.1.2.3"));
        assertThat(parse("64:ff9b::10.1.2.3").embeddedV4()).isEqualTo(parse("10.1.2.3"));
        assertThat(parse("2002:a01:203::1").embeddedV4()).isEqualTo(parse("10.1.2.3"));
        assertThat(parse("64:ff9b::10.1.2.3").unmapped()).isEqualTo(parse("64:ff9b::10.1.2.3"));
        for (String none : new String[] {"10.1.2.3", "64:ff9b:0:0:0:1:a01:203", "2003:a01:203::", "::fffe:a01:203"}) {
            assertThat(parse(none).embeddedV4()).as(none).isNull();
        }
    }

    @Test
    void aMappedAddressIsAnotherValueThanItsIpv4Address() {
        assertThat(parse("::ffff:10.1.2.3")).isNotEqualTo(parse("10.1.2.3"));
        assertThat(parse("::a01:203")).isNotEqualTo(parse("10.1.2.3"));
        assertThat(parse("10.1.2.3")).isLessThan(parse("::")).isLessThan(parse("128.0.0.0"));
        assertThat(parse("8000::")).isGreaterThan(parse("7fff::"));
    }

    @Test
    void thePlatformsAddressesAreTaken() throws UnknownHostException {
        assertThat(IpAddress.of(InetAddress.getByName("203.0.113.255"))).isEqualTo(parse("203.0.113.255"));
        assertThat(IpAddress.of(InetAddress.getByName("2001:db8:ff00::8000:1")))
                .isEqualTo(parse("2001:db8:ff00::8000:1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "203.0.113.255", "::", "::1", "2001:db8:ff00::8000:1", "ff02:0:0:1:8000::"})
    void anAddressGoesToThePlatformAndBack(String text) {
        assertThat(IpAddress.of(parse(text).toInetAddress())).isEqualTo(parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.255, 203.0.113.255",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2::",
        "2001:db8:1:2::, 2001:db8:1:2::",
        "2001:db8:1:3::1, 2001:db8:1:3::"
    })
    void aCustomerHasOneAddressOfVersion4OrTheLowerHalfOfVersion6(String address, String network) {
        assertThat(parse(address).customerNetwork()).isEqualTo(parse(network));
    }

    @Test
    void randomAddressesReadAndWriteAsAnotherLibraryDoes() {
        Random dice = new Random(1);
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = new byte[16];
            for (int k = 0; k < 16; k++) {
                bytes[k] = (byte) (dice.nextInt(3) == 0 ? dice.nextInt(256) : 0);
            }
            IPAddress oracle = new inet.ipaddr.ipv6.IPv6Address(bytes);
            IpAddress ours = parse(oracle.toFullString());
            assertThat(parse(ours.toString())).isEqualTo(ours);
            assertThat(new IPAddressString(ours.toString()).getAddress()).isEqualTo(oracle);
            assertThat(ours.isV4()).isFalse();
        }
    }

    private static IpAddress parse(String text) {
        return Objects.requireNonNull(IpAddress.parse(text), text);
    }
}
