package dev.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.testkit.Front;
import dev.gatehouse.testkit.RawClient;
import dev.gatehouse.testkit.WireMessage;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that the route table itself gives. */
class EdgeTest {

    private static Front front(Front.Kind kind, String context, String route) throws Exception {
        return Front.servlet(kind, context, Tables.settings(route.replace('\'', '"')));
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectAnswersItsPrefixAndAllBelowIt(Front.Kind kind) throws Exception {
        String route = "{'match': {'path': '/docs'}, 'respond': {'redirect': {'to': '/handbook', 'status': 301}}}";
        try (Front front = front(kind, "", route);
                RawClient client = RawClient.to(front.port())) {
            for (String path : List.of("/docs", "/docs/", "/docs/a/b?c=d")) {
                WireMessage response = client.get(path, "s").response();
                assertThat(response.status()).as(path).isEqualTo(301);
                assertThat(response.header("Location")).as(path).isEqualTo("/handbook");
            }
            assertThat(client.get("/docsx", "s").response().status()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @EnumSource
    void headGetsTheHeadOfThePageAndNoMore(Front.Kind kind) throws Exception {
        String route =
                "{'match': {'path': '/'}, 'respond': {'status': 410, 'body': 'gone', 'contentType': 'text/plain',"
                        + " 'headers': {'X-Why': 'moved'}}}";
        try (Front front = front(kind, "", route);
                RawClient client = RawClient.to(front.port())) {
            client.send("HEAD / HTTP/1.1\r\nHost: s\r\n\r\n");
            WireMessage head = client.responseToHead();
            assertThat(head.status()).isEqualTo(410);
            assertThat(head.header("X-Why")).isEqualTo("moved");
            assertThat(head.header("Content-Type")).isEqualTo("text/plain");
            assertThat(head.text()).isEmpty();
            WireMessage whole = client.get("/", "s").response();
            assertThat(whole.text()).isEqualTo("gone");
            assertThat(whole.header("Content-Length")).isEqualTo(head.header("Content-Length"));
        }
    }
}
