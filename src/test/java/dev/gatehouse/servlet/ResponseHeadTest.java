package dev.gatehouse.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.forward.ClientHead;
import dev.gatehouse.http.FieldList;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written into a response that does not take everything. */
class ResponseHeadTest {

    private final List<String> written = new ArrayList<>();

    /** A response that refuses the field {@code x-lb-backend}, as a wrapper of an application or a committed one might. */
    private HttpServletResponse stubborn() {
        return (HttpServletResponse) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {HttpServletResponse.class}, (self, method, arguments) -> {
                    if (method.getName().endsWith("Header") && "x-lb-backend".equals(arguments[0])) {
                        throw new UnsupportedOperationException("immutable");
                    }
                    written.add(method.getName() + List.of(arguments));
                    return null;
                });
    }

    private static HttpServletRequest nobody() {
        return (HttpServletRequest) Proxy.newProxyInstance(
                ResponseHeadTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (self, method, arguments) -> null);
    }

    @Test
    void aFieldForObserversThatCannotBeWrittenIsLeftOutAndTheAnswerStands() {
        ClientHead head = new ClientHead(200, new FieldList(1).add("X-A", "1"), 5, true)
                .with(new FieldList(2).add("x-lb-backend", "https://a.example").add("x-other", "2"));
        ResponseHead.write(head, nobody(), stubborn(), Container.JETTY);
        assertThat(written)
                .containsExactly(
                        "setStatus[200]", "addHeader[X-A, 1]", "setContentLengthLong[5]", "setHeader[x-other, 2]");
    }

    @Test
    void anyOtherFieldThatCannotBeWrittenIsAFault() {
        ClientHead head = new ClientHead(200, new FieldList(1).add("x-lb-backend", "1"), -1, true);
        assertThatThrownBy(() -> ResponseHead.write(head, nobody(), stubborn(), Container.JETTY))
                .hasStackTraceContaining("immutable");
    }
}
