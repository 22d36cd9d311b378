package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that breaks off, whenever it does, harms nobody else: containers reuse what its request was made of. */
class AbortTest {

    private static final int ROUNDS = 40;
    private static final String BLOCK = RelayTest.pattern(16_384);
    private static final String WHOLE = RelayTest.pattern(200_000);

    /** What the response is doing while its client leaves. */
    private enum Leaving {
        STREAM,
        EVENTS,
        LONG_BODY,
        HELD_BODY,
        BROKEN_BODY,
        UPLOAD
    }

    @ParameterizedTest
    @EnumSource
    void theNextResponsesAreWholeAfterAClientBrokeOff(Front.Kind kind) throws Exception {
        Random random = new Random(1);
        try (ScriptedOrigin origin = ScriptedOrigin.playing(AbortTest::play);
                Front front = Front.servlet(kind, "", Tables.all(origin))) {
            for (int round = 0; round < ROUNDS; round++) {
                for (Leaving leaving : Leaving.values()) {
                    breakOff(front, leaving, random);
                    try (RawClient next = RawClient.to(front.port())) {
                        WireMessage response = next.get("/WHOLE", "site.test").response();
                        assertThat(response.status()).as("after %s", leaving).isEqualTo(200);
                        assertThat(response.text()).as("after %s", leaving).isEqualTo(WHOLE);
                    }
                }
            }
        }
    }

    private static void breakOff(Front front, Leaving leaving, Random random) throws Exception {
        RawClient client = RawClient.to(front.port());
        if (leaving == Leaving.UPLOAD) {
            client.send("POST /UPLOAD HTTP/1.1\r\nHost: site.test\r\nContent-Length: 1000000\r\n\r\n");
            client.send("x".repeat(random.nextInt(200_000)));
        } else {
            client.get("/" + leaving, "site.test").responseHead();
            client.bytes(random.nextInt(leaving == Leaving.EVENTS ? 100 : 16_000));
        }
        if (random.nextBoolean()) {
            client.reset();
        } else {
            client.close();
        }
    }

    private static void play(OriginConnection connection) throws IOException {
        for (WireMessage request = connection.request(); request != null; request = connection.request()) {
            String kind = request.target().substring(1);
            if (kind.equals("WHOLE")) {
                connection.send(ScriptedOrigin.response(200, WHOLE));
            } else if (!breakingOff(Leaving.valueOf(kind), connection)) {
                return;
            }
        }
    }

    /** Whether the connection can be used further. */
    private static boolean breakingOff(Leaving leaving, OriginConnection connection) throws IOException {
        switch (leaving) {
            case STREAM, UPLOAD -> blocks(connection.chunkedHead(), 40).sendChunk("");
            case EVENTS -> events(connection);
            case LONG_BODY -> lengthOf(connection, 20).send(BLOCK.repeat(20));
            case HELD_BODY -> {
                lengthOf(connection, 4).send(BLOCK);
                pause(22); // a moment longer than a response may linger
                connection.send(BLOCK.repeat(3));
            }
            case BROKEN_BODY -> {
                lengthOf(connection, 4).send(BLOCK.repeat(2));
                return false;
            }
        }
        return true;
    }

    private static void events(OriginConnection connection) throws IOException {
        connection.chunkedHead("Content-Type: text/event-stream");
        for (int i = 0; i < 15; i++) {
            connection.sendChunk("data: " + i + "\n\n");
            pause(1);
        }
        connection.sendChunk("");
    }

    private static OriginConnection lengthOf(OriginConnection connection, int blocks) throws IOException {
        return connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + blocks * BLOCK.length() + "\r\n\r\n");
    }

    private static OriginConnection blocks(OriginConnection connection, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            connection.sendChunk(BLOCK);
        }
        return connection;
    }

    private static void pause(int millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stopped) {
            throw new IOException("the origin was stopped", stopped);
        }
    }
}
