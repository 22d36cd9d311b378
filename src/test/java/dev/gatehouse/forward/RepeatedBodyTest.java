package dev.gatehouse.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.body.BodySource;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.testkit.OutboundClient;
import dev.gatehouse.testkit.ScriptedBody;
import dev.gatehouse.testkit.ScriptedOrigin;
import dev.gatehouse.transport.Call;
import dev.gatehouse.transport.NameLookup;
import dev.gatehouse.transport.Origin;
import dev.gatehouse.transport.Reply;
import dev.gatehouse.transport.TransportFailure;
import dev.gatehouse.transport.UpstreamRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A body arrives whole at the attempt that answers, over real connections, whatever the ones before have read of it. */
class RepeatedBodyTest {

    private static final long REPLAY_BYTES = 1 << 20;

    private final OutboundClient client = OutboundClient.start(NameLookup.SYSTEM);

    RepeatedBodyTest() throws Exception {}

    @AfterEach
    void stopClient() {
        client.close();
    }

    /** What the transport said. */
    private static final class Heard implements Reply {

        final CompletableFuture<Integer> status = new CompletableFuture<>();
        final CountDownLatch over = new CountDownLatch(1);

        @Override
        public void earlyHints(Fields fields) {}

        @Override
        public void head(int code, Fields fields, BodySource body) {
            status.complete(code);
            while (body.next() == BodySource.State.CHUNK) {
                body.release();
            }
        }

        @Override
        public void failed(TransportFailure failure) {
            status.completeExceptionally(failure);
            over.countDown();
        }

        @Override
        public void finished() {
            over.countDown();
        }
    }

    private Call send(ScriptedOrigin to, BodySource body, Reply reply) {
        Origin origin = Origin.of("http", "127.0.0.1", to.port(), false);
        FieldList fields = new FieldList(1).add("Host", to.authority());
        return client.transport().send(origin, new UpstreamRequest("POST", "/", null, fields, body), reply);
    }

    private static int status(Heard heard) throws Exception {
        return heard.status.get(10, TimeUnit.SECONDS);
    }

    private static void arrive(ScriptedBody body, int pieces) {
        for (int i = 0; i < pieces; i++) {
            body.arrive(String.valueOf((char) ('a' + i)).repeat(30_000));
        }
    }

    private static String all(int pieces) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < pieces; i++) {
            all.append(String.valueOf((char) ('a' + i)).repeat(30_000));
        }
        return all.toString();
    }

    @Test
    void afterAnUpstreamThatRejectsTheConnectionInTheMiddleOfTheUpload() throws Exception {
        ScriptedBody upload = new ScriptedBody(-1);
        RequestBody body = new RequestBody(upload, Long.MAX_VALUE, REPLAY_BYTES);
        try (ScriptedOrigin rude = ScriptedOrigin.playing(connection -> {
                    connection.head();
                    connection.bytes(10_000);
                    connection.reset();
                });
                ScriptedOrigin good = ScriptedOrigin.answering(200, "ok")) {
            Heard first = new Heard();
            send(rude, body.open(), first);
            arrive(upload, 3);
            assertThat(first.over.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(body.retract()).isTrue();
            Heard second = new Heard();
            send(good, body.open(), second);
            upload.arrive("the end").complete();
            assertThat(status(second)).isEqualTo(200);
            assertThat(good.awaitRequest(1).text()).isEqualTo(all(3) + "the end");
            assertThat(upload.cancelled()).isNull();
        }
    }

    @Test
    void whileAnUpstreamThatDoesNotReadIsBrokenOff() throws Exception {
        ScriptedBody upload = new ScriptedBody(20 * 30_000);
        RequestBody body = new RequestBody(upload, Long.MAX_VALUE, REPLAY_BYTES);
        try (ScriptedOrigin deaf = ScriptedOrigin.playing(connection -> connection.hold());
                ScriptedOrigin good = ScriptedOrigin.answering(200, "ok")) {
            Heard first = new Heard();
            Call call = send(deaf, body.open(), first);
            deaf.awaitOpenConnections(1);
            arrive(upload, 20);
            assertThat(body.retract()).isTrue();
            Heard second = new Heard();
            send(good, body.open(), second);
            call.abort(new IOException("too slow"));
            upload.complete();
            assertThat(status(second)).isEqualTo(200);
            assertThat(good.awaitRequest(1).text()).isEqualTo(all(20));
            assertThat(good.awaitRequest(1).header("Content-Length")).isEqualTo("600000");
            assertThat(first.over.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void afterAnUpstreamThatAnsweredWithoutTheRestAndIsKeptForWantOfABetterOne() throws Exception {
        ScriptedBody upload = new ScriptedBody(-1);
        RequestBody body = new RequestBody(upload, Long.MAX_VALUE, REPLAY_BYTES);
        try (ScriptedOrigin hasty = ScriptedOrigin.playing(connection -> {
                    connection.head();
                    connection
                            .send("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbu")
                            .hold();
                });
                ScriptedOrigin good = ScriptedOrigin.answering(200, "ok")) {
            Heard first = new Heard();
            Call call = send(hasty, body.open(), first);
            upload.arrive("one ");
            assertThat(status(first)).isEqualTo(503);
            assertThat(body.retract()).isTrue();
            Heard second = new Heard();
            send(good, body.open(), second);
            upload.arrive("two").complete();
            assertThat(status(second)).isEqualTo(200);
            assertThat(good.awaitRequest(1).text()).isEqualTo("one two");
            assertThat(first.over.getCount())
                    .as("the answer that is kept is not broken")
                    .isEqualTo(1);
            call.abort(new IOException("another answer came"));
            assertThat(first.over.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
