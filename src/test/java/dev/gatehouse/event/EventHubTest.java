package dev.gatehouse.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One listener's trouble is not the others'. */
class EventHubTest {

    private static final ProxyEvent EVENT = new ProxyEvent(
            "r",
            "i",
            "u",
            "GET",
            "/",
            200,
            1,
            1,
            Outcome.OK,
            null,
            null,
            null,
            null,
            false,
            false,
            null,
            null,
            null,
            null);

    @Test
    void aListenerThatThrowsIsLeftOutAndTheOthersGoOn() {
        List<String> heard = new ArrayList<>();
        int[] thrown = new int[1];
        EventHub hub = new EventHub(List.of(
                event -> heard.add("first"),
                event -> {
                    thrown[0]++;
                    throw new IllegalStateException("full disk");
                },
                event -> heard.add("last")));
        hub.proxied(EVENT);
        hub.proxied(EVENT);
        assertThat(heard).containsExactly("first", "last", "first", "last");
        assertThat(thrown[0]).isEqualTo(1);
    }
}
