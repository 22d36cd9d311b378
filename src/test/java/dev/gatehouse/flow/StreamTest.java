package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams flow as they come, and every way in which one can end is seen by both sides. */
class StreamTest {

    @ParameterizedTest
    @EnumSource
    void eachChunkArrivesBeforeTheNextIsSent(Front.Kind kind) throws Exception {
        CountDownLatch[] seen = {new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1)};
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead("Content-Type: text/event-stream");
                    for (int i = 0; i < 3; i++) {
                        connection.sendChunk("data: " + i + "\n\n").await(seen[i]);
                    }
                    connection.sendChunk("");
                });
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            String head = client.get("/", "site.test").responseHead();
            assertThat(head).startsWith("HTTP/1.1 200").contains("Content-Type: text/event-stream");
            for (int i = 0; i < 3; i++) {
                assertThat(client.chunk()).isEqualTo("data: " + i + "\n\n");
                seen[i].countDown();
            }
            assertThat(client.chunk()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aShortBodyOfKnownLengthDoesNotWaitForItsEnd(Front.Kind kind) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection
                        .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                        .await(seen)
                        .send("world"));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            client.get("/", "site.test").responseHead();
            assertThat(text(client.bytes(5))).isEqualTo("hello");
            seen.countDown();
            assertThat(text(client.bytes(5))).isEqualTo("world");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHeldBodyOfKnownLengthDoesNotWaitForItsEnd(Front.Kind kind) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        String half = RelayTest.pattern(40_000);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection
                        .send("HTTP/1.1 200 OK\r\nContent-Length: 80000\r\n\r\n" + half)
                        .await(seen)
                        .send(half));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            client.get("/", "site.test").responseHead();
            assertThat(text(client.bytes(40_000))).isEqualTo(half);
            seen.countDown();
            assertThat(text(client.bytes(40_000))).isEqualTo(half);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theHeadDoesNotWaitForTheBody(Front.Kind kind) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> connection
                        .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
                        .await(seen)
                        .send("hello"));
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            assertThat(client.get("/", "site.test").responseHead()).startsWith("HTTP/1.1 200");
            seen.countDown();
            assertThat(text(client.bytes(5))).isEqualTo("hello");
        }
    }

    /** Both sides of every place where the way of delivery changes. */
    @ParameterizedTest
    @EnumSource
    void aBodyThatBreaksOffIsSeenAsBroken(Front.Kind kind) throws Exception {
        int[] announced = {10, 20_000, 100_000, 1_000_000};
        for (int length : announced) {
            try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n");
                        connection.send(RelayTest.pattern(length - 5));
                        connection.close();
                    });
                    Front front = Front.servlet(kind, "", Tables.all(origin));
                    RawClient client = RawClient.to(front.port())) {
                client.waitAtMost(Duration.ofSeconds(5));
                assertThat(brokenOrNothing(client)).as(kind + " " + length).isTrue();
            }
        }
    }

    /** A client that goes on sending must not take the next answer for one to what it still sends. */
    @ParameterizedTest
    @EnumSource
    void anErrorThatComesBeforeTheUploadIsOverLeavesNoConnectionThatClosesUnannounced(Front.Kind kind)
            throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> {
                    connection.head();
                    connection.respond(403, "no");
                });
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            client.send("POST /x HTTP/1.1\r\nHost: s\r\nContent-Length: 100\r\n\r\npart of it");
            WireMessage response = client.response();
            assertThat(response.status()).isEqualTo(403);
            if (client.isClosedByPeer(Duration.ofMillis(500))) {
                assertThat(response.header("Connection")).isEqualTo("close");
            } else { // whoever keeps it has read the rest away
                client.send("x".repeat(90));
                assertThat(client.get("/again", "s").response().status()).isEqualTo(403);
            }
        }
    }

    /** The upstream sends back what it reads, as it reads: the answer begins long before the upload ends. */
    @ParameterizedTest
    @EnumSource
    void anUploadGoesOnWhileItsAnswerStreams(Front.Kind kind) throws Exception {
        String body = RelayTest.pattern(2_000_000);
        try (ScriptedOrigin origin = ScriptedOrigin.playing(connection -> {
                    connection.head();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n");
                    for (int left = body.length(); left > 0; left -= 50_000) {
                        connection.send(connection.bytes(50_000));
                    }
                });
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            CompletableFuture<WireMessage> response = CompletableFuture.supplyAsync(() -> responseOf(client));
            client.send("POST / HTTP/1.1\r\nHost: s\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            assertThat(response.get(10, TimeUnit.SECONDS).text()).isEqualTo(body);
        }
    }

    private static WireMessage responseOf(RawClient client) {
        try {
            return client.response();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static boolean brokenOrNothing(RawClient client) throws Exception {
        client.get("/", "site.test");
        try {
            return client.response().ending() == WireMessage.Ending.BROKEN_OFF;
        } catch (java.net.SocketTimeoutException hangs) {
            throw new AssertionError("the client hangs", hangs);
        } catch (java.io.IOException cutBeforeTheHead) {
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChunkedBodyThatBreaksOffIsSeenAsBroken(Front.Kind kind) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead().sendChunk("some");
                    connection.reset();
                });
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            client.waitAtMost(Duration.ofSeconds(5));
            assertThat(brokenOrNothing(client)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatBreaksOffLaterIsSeenAsBroken(Front.Kind kind) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead().sendChunk("some").await(seen);
                    connection.close();
                });
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port())) {
            String head = client.get("/", "site.test").responseHead();
            assertThat(client.chunk()).isEqualTo("some");
            seen.countDown();
            assertThat(client.rest(head).ending()).isEqualTo(WireMessage.Ending.BROKEN_OFF);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatLeavesAStreamIsNoticedByTheUpstreamWithinASecond(Front.Kind kind) throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        boolean[] closed = new boolean[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.chunkedHead().sendChunk("some").await(left);
                    connection.sendChunk("more");
                    closed[0] = connection.isClosedByPeer(Duration.ofSeconds(2));
                });
                Front front = Front.servlet(kind, "", Tables.all(origin))) {
            RawClient client = RawClient.to(front.port());
            client.get("/", "site.test").responseHead();
            client.chunk();
            client.reset();
            left.countDown();
            origin.awaitOpenConnections(0);
            assertThat(closed[0]).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatLeavesBeforeTheFirstByteIsNoticedByTheUpstream(Front.Kind kind) throws Exception {
        for (boolean reset : new boolean[] {true, false}) {
            boolean[] closed = new boolean[1];
            try (ScriptedOrigin origin = ScriptedOrigin.replying(
                            (request, connection) -> closed[0] = connection.isClosedByPeer(Duration.ofSeconds(5)));
                    Front front = Front.servlet(kind, "", Tables.all(origin))) {
                RawClient client = RawClient.to(front.port());
                client.get("/", "site.test");
                origin.awaitRequest(1);
                Thread.sleep(700); // the watch must have seen the connection at least once
                if (reset) {
                    client.reset();
                } else {
                    client.close();
                }
                origin.awaitOpenConnections(0);
                assertThat(closed[0]).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatReadsSlowlyHoldsTheUpstreamBack(Front.Kind kind) throws Exception {
        int total = 64 * 1024 * 1024;
        long[] sent = new long[1];
        try (ScriptedOrigin origin = ScriptedOrigin.replying((request, connection) -> {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + total + "\r\n\r\n");
                    byte[] block = RelayTest.pattern(64 * 1024).getBytes(StandardCharsets.ISO_8859_1);
                    for (int i = 0; i < total / block.length; i++) {
                        connection.send(block);
                        sent[0] += block.length;
                    }
                });
                Front front = Front.servlet(kind, "", Tables.all(origin));
                RawClient client = RawClient.to(front.port(), 16 * 1024)) {
            client.get("/", "site.test").responseHead();
            client.bytes(1000);
            long before;
            do { // until the upstream has stopped
                before = sent[0];
                Thread.sleep(200);
            } while (sent[0] != before);
            assertThat(before).isLessThan(total / 2);
            assertThat(client.bytes(total - 1000)).hasSize(total - 1000);
        }
    }
}
