package dev.gatehouse.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The screen for upstreams. */
class PrivateAddressesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost",
                "localhost.",
                "a.localhost",
                "ip6-localhost",
                "ip6-loopback",
                "metadata.google.internal",
                "metadata.goog",
                "METADATA.google.internal.",
                "instance-data",
                "0.0.0.0",
                "0.255.255.255",
                "10.0.0.0",
                "10.255.255.255",
                "100.64.0.0",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.255.255",
                "169.254.0.0",
                "169.254.169.254",
                "172.16.0.0",
                "172.31.255.255",
                "192.0.0.0",
                "192.0.0.255",
                "192.168.0.0",
                "192.168.255.255",
                "198.18.0.0",
                "198.19.255.255",
                "224.0.0.0",
                "239.0.0.1",
                "240.0.0.0",
                "255.255.255.255",
                "127.0.0.1."
            })
    void privateHostsAreRefused(String host) {
        assertThat(PrivateAddresses.refuses(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.1", "127.0.1", "2130706433", "0x7f000001", "0X7F.1", "0177.0.0.1", "0177.0x0.1", "0x7f.0.0.0x1",
                        "017700000001",
                "2852039166", "0xa9fea9fe", "0", "0x", "00", "169.0xfea9fe", "10.1", "0300.0250.1", "127.1."
            })
    void everySpellingOfAPrivateIpv4AddressIsRefused(String host) {
        assertThat(PrivateAddresses.refuses(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "256.1.1.1",
                "1.2.3.4.5",
                "1.2.3.999",
                "08.8.8.8",
                "4294967296",
                "0x100000000",
                "1.2.3.09",
                "99999999999999999999",
                "a.1",
                "..1"
            })
    void whatEndsInANumberAndIsNoAddressIsRefused(String host) {
        assertThat(PrivateAddresses.refuses(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[::]",
                "[::1]",
                "::1",
                "[fc00::]",
                "[fdff::1]",
                "[fd00:ec2::254]",
                "[fe80::1]",
                "[febf::1]",
                "[ff02::1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:a9fe:a9fe]",
                "[::127.0.0.1]",
                "[64:ff9b::10.0.0.1]",
                "[64:ff9b:1::1]",
                "[2002:7f00:1::]",
                "[2002:c0a8:101::5]",
                "[::1",
                "[fe80::1%25eth0]",
                "[fec0::1]"
            })
    void privateIpv6IsRefusedAlsoWhenItEmbedsAPrivateIpv4Address(String host) {
        assertThat(PrivateAddresses.refuses(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.com",
                "localhost.example.com",
                "notlocalhost",
                "1.0.0.0",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "191.255.255.255",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "8.8.8.8",
                "134744072",
                "0x08080808",
                "010.8.8.8",
                "[2606:4700::1]",
                "[fbff::1]",
                "[::ffff:8.8.8.8]",
                "[64:ff9b::8.8.8.8]",
                "[2002:808:808::1]",
                "[fe00::1]",
                "a.0xg",
                "1.example",
                "metadata.example.com"
            })
    void publicHostsPass(String host) {
        assertThat(PrivateAddresses.refuses(host)).isFalse();
    }

    @Test
    void charactersThatClientsFoldIntoDigitsAreRefused() {
        assertThat(PrivateAddresses.refuses("\uff11\uff12\uff17.0.0.1")).isTrue();
        assertThat(PrivateAddresses.refuses("127\u30020\u30020\u30021")).isTrue();
        assertThat(PrivateAddresses.refuses("\u24db\u24deca\u24dbhost")).isTrue();
    }

    @Test
    void linkLocalAndMetadataAreASmallerCircle() {
        for (String refused : new String[] {
            "169.254.169.254",
            "169.254.0.1",
            "fe80::1",
            "fd00:ec2::254",
            "100.100.100.200",
            "168.63.129.16",
            "192.0.0.192",
            "::ffff:169.254.169.254",
            "64:ff9b::169.254.169.254",
            "2002:a9fe:a9fe::"
        }) {
            assertThat(PrivateAddresses.isLinkLocalOrMetadata(address(refused)))
                    .as(refused)
                    .isTrue();
            assertThat(PrivateAddresses.refuses(address(refused))).as(refused).isTrue();
        }
        for (String fine : new String[] {"10.0.0.1", "127.0.0.1", "::1", "fd00::1", "8.8.8.8", "169.255.0.1"}) {
            assertThat(PrivateAddresses.isLinkLocalOrMetadata(address(fine)))
                    .as(fine)
                    .isFalse();
        }
    }

    private static IpAddress address(String text) {
        return Objects.requireNonNull(IpAddress.parse(text), text);
    }
}
