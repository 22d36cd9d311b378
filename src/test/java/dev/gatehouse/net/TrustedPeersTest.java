package dev.gatehouse.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whom to believe about the client. */
class TrustedPeersTest {

    private final TrustedPeers peers = new TrustedPeers(
            IpRanges.of(Stream.of("10.0.0.0/8", "2001:db8::/32")
                    .map(text -> Objects.requireNonNull(IpRange.parse(text)))
                    .toList()),
            "x-forwarded-for");

    @Test
    void anUntrustedPeerIsTheClientWhateverItClaims() {
        assertThat(client("203.0.113.7", "198.51.100.1")).isEqualTo("203.0.113.7");
        assertThat(client("203.0.113.7")).isEqualTo("203.0.113.7");
        assertThat(client("::ffff:203.0.113.7")).isEqualTo("203.0.113.7");
    }

    @Test
    void aTrustedPeerIsBelieved() {
        assertThat(client("10.0.0.1", "198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("::ffff:10.0.0.1", "198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("2001:db8::1", "2001:db9::5")).isEqualTo("2001:db9::5");
    }

    @Test
    void theRightmostUntrustedAddressCountsSoThatInventedOnesDoNot() {
        assertThat(client("10.0.0.1", "1.1.1.1, 198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "2.2.2.2, 198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2,10.0.0.3"))
                .isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "1.1.1.1", "198.51.100.1", "10.0.0.2")).isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "1.1.1.1, ::ffff:10.0.0.2")).isEqualTo("1.1.1.1");
    }

    @Test
    void anUnreadableEntryStopsTheWalk() {
        assertThat(client("10.0.0.1", "198.51.100.1, unknown, 10.0.0.2")).isNull();
        assertThat(client("10.0.0.1", "198.51.100.1, ")).isNull();
        assertThat(client("10.0.0.1", "198.51.100.1, , 10.0.0.2")).isNull();
        assertThat(client("10.0.0.1", "unknown, 198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "_hidden")).isNull();
        assertThat(client("10.0.0.1", "198.51.100.01")).isNull();
    }

    @Test
    void entriesMayCarryAPort() {
        assertThat(client("10.0.0.1", "198.51.100.1:4711")).isEqualTo("198.51.100.1");
        assertThat(client("10.0.0.1", "[2001:db9::5]:4711, 10.0.0.2:80")).isEqualTo("2001:db9::5");
        assertThat(client("10.0.0.1", "[2001:db9::5]")).isEqualTo("2001:db9::5");
        assertThat(client("10.0.0.1", "198.51.100.1:99999")).isNull();
        assertThat(client("10.0.0.1", "::ffff:198.51.100.1")).isEqualTo("198.51.100.1");
    }

    @Test
    void withoutAnyoneTrustworthyThereIsNoAddress() {
        assertThat(client("10.0.0.1")).isNull();
        assertThat(client("10.0.0.1", "")).isNull();
        assertThat(client("10.0.0.1", "10.0.0.2")).isNull();
        assertThat(peers.clientAddress(null, List.of("198.51.100.1"))).isNull();
    }

    @Test
    void schemeAndHostAreTheLastThatATrustedPeerSet() {
        IpAddress proxy = address("10.0.0.1");

        assertThat(peers.scheme(proxy, List.of("http, HTTPS"))).isEqualTo("https");
        assertThat(peers.scheme(proxy, List.of("https", "http"))).isEqualTo("http");
        assertThat(peers.scheme(proxy, List.of("ftp"))).isNull();
        assertThat(peers.scheme(proxy, List.of())).isNull();
        assertThat(peers.host(proxy, List.of("evil.test, A.test:8443"))).isEqualTo(new Authority("a.test", 8443));
        assertThat(peers.host(proxy, List.of("a b"))).isNull();
        assertThat(peers.host(proxy, List.of())).isNull();
    }

    @Test
    void schemeAndHostOfAnUntrustedPeerAreNotBelieved() {
        for (IpAddress peer : new IpAddress[] {address("203.0.113.7"), address("2001:db9::1")}) {
            assertThat(peers.scheme(peer, List.of("https"))).isNull();
            assertThat(peers.host(peer, List.of("a.test"))).isNull();
        }
        assertThat(peers.scheme(null, List.of("https"))).isNull();
        assertThat(peers.host(null, List.of("a.test"))).isNull();
        assertThat(TrustedPeers.NOBODY.trusts(address("127.0.0.1"))).isFalse();
    }

    private @Nullable String client(String peer, String... lines) {
        IpAddress found = peers.clientAddress(address(peer), List.of(lines));
        return found == null ? null : found.toString();
    }

    private static IpAddress address(String text) {
        return Objects.requireNonNull(IpAddress.parse(text), text);
    }
}
