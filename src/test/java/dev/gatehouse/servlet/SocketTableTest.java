package dev.gatehouse.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.net.IpAddress;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Reading the kernel's table of sockets. */
class SocketTableTest {

    private static Set<SocketKey> read(String table) {
        Set<SocketKey> found = new HashSet<>();
        SocketTable.established(table.getBytes(StandardCharsets.US_ASCII), found);
        return found;
    }

    private static IpAddress ip(String text) {
        return Objects.requireNonNull(IpAddress.parse(text));
    }

    @Test
    void onlyEstablishedConnectionsAreFound() {
        String table = "  sl  local_address rem_address   st tx_queue\n"
                + "   0: 0100007F:46A1 0100007F:C350 01 00000000:00000000\n"
                + "   1: 0100007F:46A1 0200007F:C351 08 00000000:00000000\n"
                + "   2: 00000000:46A1 00000000:0000 0A 00000000:00000000\n";
        assertThat(read(table)).containsExactly(new SocketKey(0x46a1, 0xc350, ip("127.0.0.1")));
    }

    @Test
    void mappedAddressesAreTheSameAsPlainOnes() {
        String table = "  sl\n   0: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00000100007F:C350 01 0\n"
                + "   1: 00000000000000000000000001000000:1F90 00000000000000000000000001000000:C351 01 0\n";
        assertThat(read(table))
                .containsExactlyInAnyOrder(
                        new SocketKey(8080, 0xc350, ip("127.0.0.1")), new SocketKey(8080, 0xc351, ip("::1")));
    }

    @Test
    void aTableThatIsCutShortIsReadAsFarAsItGoes() {
        String line = "   0: 0100007F:46A1 0100007F:C350 01 00000000:00000000\n";
        for (int length = 0; length <= line.length(); length++) {
            assertThat(read("  sl\n" + line.substring(0, length)).size()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aRealConnectionIsFound() throws Exception {
        Path table = Path.of("/proc/self/net/tcp");
        Assumptions.assumeTrue(Files.isReadable(table), "this system has no table of sockets");
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (ServerSocket server = new ServerSocket(0, 1, loopback);
                Socket client = new Socket(loopback, server.getLocalPort());
                Socket accepted = server.accept()) {
            Set<SocketKey> found = new HashSet<>();
            for (Path each : ClientWatch.TABLES) {
                SocketTable.established(Files.readAllBytes(each), found);
            }
            assertThat(found).contains(new SocketKey(server.getLocalPort(), accepted.getPort(), ip("127.0.0.1")));
            assertThat(client.isConnected()).isTrue();
        }
    }
}
