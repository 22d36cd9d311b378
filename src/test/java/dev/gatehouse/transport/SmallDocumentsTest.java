package dev.gatehouse.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.testkit.HandAlarms;
import dev.gatehouse.testkit.OutboundClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.TlsOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small documents come whole, in time and from where they were asked for, or not at all. */
class SmallDocumentsTest {

    private final HandAlarms alarms = new HandAlarms();
    private final OutboundClient client = OutboundClient.start(SmallDocumentsTest::addresses);
    private final SmallDocuments documents =
            new SmallDocuments(client.transport(), alarms, client.transport().workers());

    SmallDocumentsTest() throws Exception {}

    @AfterEach
    void stopClient() {
        client.close();
    }

    private static InetAddress[] addresses(String host) throws UnknownHostException {
        String address = host.equals("metadata.test") ? "169.254.169.254" : "127.0.0.1";
        return new InetAddress[] {
            InetAddress.getByAddress(host, InetAddress.getByName(address).getAddress())
        };
    }

    @Test
    void aDocumentIsAskedForAsItsUrlIsWrittenAndComesWhole() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "the document")) {
            assertThat(text("http://" + origin.authority() + "/a%20b/?c=%2F")).isEqualTo("the document");
            WireMessage request = origin.awaitRequest(1);
            assertThat(request.startLine()).isEqualTo("GET /a%20b/?c=%2F HTTP/1.1");
            assertThat(request.header("host")).isEqualTo(origin.authority());
            assertThat(request.header("cookie")).isNull();
        }
    }

    @Test
    void aUrlWithoutAPathNamesTheRoot() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "")) {
            assertThat(text("HTTP://LOCALHOST:" + origin.port())).isEmpty();
            assertThat(origin.awaitRequest(1).startLine()).isEqualTo("GET / HTTP/1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 206, 301, 302, 307, 401, 404, 500, 503})
    void anythingButTwoHundredIsNoDocument(int status) throws Exception {
        try (ScriptedOrigin other = ScriptedOrigin.answering(200, "elsewhere");
                ScriptedOrigin origin =
                        ScriptedOrigin.answering(status, "", "Location: http://" + other.authority() + "/")) {
            assertFails("http://" + origin.authority() + "/", "the answer was " + status);
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void aDocumentMayHaveFiveHundredAndTwelveKibibytesAndNotOneByteMore() throws Exception {
        String largest = "x".repeat(512 * 1024);
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, largest)) {
            assertThat(text("http://" + origin.authority() + "/")).isEqualTo(largest);
        }
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, largest + "x")) {
            assertFails("http://" + origin.authority() + "/", "the document has 524289 bytes");
        }
    }

    @Test
    void aDocumentThatDoesNotSayHowLongItIsIsBrokenOffWhenItIsTooLong() throws Exception {
        String half = "x".repeat(256 * 1024);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) ->
                connection.chunkedHead().sendChunk(half).sendChunk(half).sendChunk(""))) {
            assertThat(text("http://" + origin.authority() + "/")).hasSize(512 * 1024);
        }
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            connection.chunkedHead().sendChunk(half).sendChunk(half).sendChunk("x");
            assertThat(connection.isClosedByPeer(Duration.ofSeconds(10))).isTrue();
        })) {
            assertFails("http://" + origin.authority() + "/", "the document has more than 524288 bytes");
            origin.awaitOpenConnections(0);
        }
    }

    @Test
    void aDocumentThatBreaksOffIsNone() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> {
            connection.request();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
        })) {
            assertFails("http://" + origin.authority() + "/", "RESET");
        }
    }

    @Test
    void nobodyIsWaitedForLongerThanFiveSecondsInAll() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
            connection.chunkedHead().sendChunk("a part");
            assertThat(connection.isClosedByPeer(Duration.ofSeconds(10))).isTrue();
        })) {
            var document = documents.get(URI.create("http://" + origin.authority() + "/"));
            origin.awaitRequest(1);
            assertThat(alarms.at()).isEqualTo(Duration.ofSeconds(5).toNanos());
            assertThat(document.toCompletableFuture()).isNotDone();
            alarms.ring();
            assertThatThrownBy(() -> document.toCompletableFuture().get(10, TimeUnit.SECONDS))
                    .hasMessageContaining("no document within 5 s");
            origin.awaitOpenConnections(0);
        }
    }

    @Test
    void theAlarmIsGivenUpWithTheDocument() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "x")) {
            assertThat(text("http://" + origin.authority() + "/")).isEqualTo("x");
            assertThat(alarms.isClosed()).isTrue();
        }
    }

    @Test
    void aServerThatIsDownFailsAtOnce() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertFails("http://127.0.0.1:" + port + "/", "NO_CONNECTION");
    }

    @Test
    void aServiceMayBePrivateButNeverLinkLocal() throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.answering(200, "private")) {
            assertThat(text("http://inside.test:" + origin.port() + "/")).isEqualTo("private");
            assertFails("http://metadata.test:" + origin.port() + "/", "FORBIDDEN_ADDRESS");
        }
    }

    @Test
    void aCertificateThatNobodyVouchesForIsRefused(@TempDir Path folder) throws Exception {
        try (TlsOrigin origin = TlsOrigin.start(folder, "ip:127.0.0.1", false)) {
            assertFails("https://" + origin.authority() + "/", "TLS");
        }
    }

    private String text(String url) throws Exception {
        byte[] document = documents.get(URI.create(url)).toCompletableFuture().get(10, TimeUnit.SECONDS);
        return new String(document, StandardCharsets.UTF_8);
    }

    private void assertFails(String url, String why) {
        assertThatThrownBy(() -> text(url))
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why);
    }
}
