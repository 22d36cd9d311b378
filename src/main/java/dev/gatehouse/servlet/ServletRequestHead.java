package dev.gatehouse.servlet;

import dev.gatehouse.http.RequestHead;
import dev.gatehouse.http.RequestPath;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A container's request seen as a request head. Only the raw target and the raw fields are looked at: nothing here decodes
 * a path, parses parameters or touches the body.
 */
final class ServletRequestHead implements RequestHead {

    private final HttpServletRequest request;
    private final Visitor visitor;
    private final RequestPath path;

    ServletRequestHead(HttpServletRequest request, Visitor visitor, RequestPath path) {
        this.request = request;
        this.visitor = visitor;
        this.path = path;
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String scheme() {
        return visitor.scheme();
    }

    @Override
    public String host() {
        return visitor.host();
    }

    @Override
    public String authority() {
        return visitor.authority();
    }

    @Override
    public RequestPath path() {
        return path;
    }

    @Override
    public @Nullable String query() {
        return request.getQueryString();
    }

    @Override
    public @Nullable String header(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        if (lines == null || !lines.hasMoreElements()) {
            return null;
        }
        String first = lines.nextElement();
        if (!lines.hasMoreElements()) {
            return first;
        }
        StringBuilder joined = new StringBuilder(first);
        while (lines.hasMoreElements()) {
            joined.append(", ").append(lines.nextElement());
        }
        return joined.toString();
    }

    @Override
    public void forEachHeader(BiConsumer<String, String> lines) {
        Enumeration<String> names = request.getHeaderNames();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            Enumeration<String> values = request.getHeaders(name);
            while (values.hasMoreElements()) {
                lines.accept(name, values.nextElement());
            }
        }
    }

    @Override
    public long contentLength() {
        return request.getContentLengthLong();
    }

    @Override
    public boolean hasBody() {
        long length = request.getContentLengthLong();
        if (length >= 0) {
            return length > 0;
        }
        return request.getHeader("transfer-encoding") != null || mayHaveStreamBody();
    }

    /**
     * HTTP/2 announces a body by not ending the stream with the head, which the Servlet API does not tell. Methods that
     * define a body get the benefit of the doubt: if there is none, the stream is at its end at once.
     */
    private boolean mayHaveStreamBody() {
        if (!isHttp2(request)) {
            return false;
        }
        return switch (request.getMethod()) {
            case "GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "CONNECT" -> false;
            default -> true;
        };
    }

    static boolean isHttp2(HttpServletRequest request) {
        return request.getProtocol().startsWith("HTTP/2");
    }
}
