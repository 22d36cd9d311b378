package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.LocalRedis;
import dev.gatehouse.testkit.TlsKeys;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kisum on two nodes that share what they know of their origins' health through one Redis. */
class KisumSharingIT extends KisumFlow {

    private final LocalRedis redis = LocalRedis.start();

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void writeSecrets() throws IOException {
        Files.writeString(folder.resolve("TRUST"), TlsKeys.PASSWORD);
        Files.writeString(folder.resolve("LB_STATUS_SECRET"), "status-secret");
        Files.writeString(folder.resolve("REDIS"), redis.url());
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    /** One that has heard of the health of its origins, and whose status says that Redis has as well. */
    private Front node(Front.Kind kind, ProbedOrigin... origins) throws Exception {
        Front front = kisum(kind, listed(origins), "secretsDir", folder.toString(), "redis", "REDIS");
        awaitStored(front, true);
        return front;
    }

    private static void awaitStored(Front front, boolean stored) throws Exception {
        await(() -> isStored(front) == stored, "kvUpdated to be " + stored);
    }

    private static boolean isStored(Front front) {
        WireMessage status = sure(() -> checked(front));
        assertThat(status.status()).isEqualTo(200); // whatever becomes of Redis
        return status.text().contains("\"kvUpdated\":true");
    }

    private static WireMessage sure(Asked asked) {
        try {
            return asked.answer();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private interface Asked {

        WireMessage answer() throws IOException;
    }

    private static String askedNext(Front front) {
        return String.valueOf(sure(() -> get(front, "/")).header("X-Origin-Server"));
    }

    @Test
    void whatOneLearnsFromARequestTheOtherRoutesBy() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front one = node(Front.Kind.JETTY, a, b);
                Front two = node(Front.Kind.TOMCAT, a, b)) {
            assertThat(askedNext(two)).isEqualTo("a");
            a.traffic(ProbedOrigin.answer(503, ""));
            assertThat(askedNext(one)).isEqualTo("b"); // after a
            a.traffic(ProbedOrigin.answer(200, "a"));
            await(() -> askedNext(two).equals("b"), "the other node to hear of it");
            int before = a.asked().size();
            assertThat(askedNext(two)).isEqualTo("b");
            assertThat(a.asked()).hasSize(before);
            checked(one); // a is well, and both hear of it
            assertThat(askedNext(one)).isEqualTo("a");
            await(() -> askedNext(two).equals("a"), "the other node to hear of that too");
        }
    }

    @Test
    void withoutRedisEachGoesByWhatItKnowsAndSaysSoUntilItIsBack() throws Exception {
        try (ProbedOrigin a = ProbedOrigin.answering(200, "a");
                ProbedOrigin b = ProbedOrigin.answering(200, "b");
                Front one = node(Front.Kind.JETTY, a, b);
                Front two = node(Front.Kind.TOMCAT, a, b)) {
            redis.kill();
            assertThat(askedNext(one)).isEqualTo("a");
            awaitStored(one, false);
            assertThat(checked(one).text()).contains("{\"name\":\"a\",\"healthy\":true,");
            a.traffic(ProbedOrigin.answer(503, ""));
            assertThat(askedNext(one)).isEqualTo("b");
            int before = a.asked().size();
            assertThat(askedNext(one)).isEqualTo("b"); // it knows that by itself
            assertThat(a.asked()).hasSize(before);
            assertThat(askedNext(two)).isEqualTo("b");
            assertThat(a.asked()).hasSize(before + 1); // which had to find out for itself
            redis.restart();
            awaitStored(one, true);
            awaitStored(two, true);
            a.traffic(ProbedOrigin.answer(200, "a"));
            assertThat(askedNext(one)).isEqualTo("a"); // healed by those status calls
        }
    }
}
