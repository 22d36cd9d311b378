package dev.gatehouse.testkit;

import dev.gatehouse.http.RequestHead;
import dev.gatehouse.http.RequestPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A client request head made up by a test: {@code GivenRequest.of("GET", "https://a.test/x?y=1").with("name", "value")}. */
public final class GivenRequest implements RequestHead {

    private final String method;
    private final String scheme;
    private final String authority;
    private final RequestPath path;
    private final @Nullable String query;
    private final List<Map.Entry<String, String>> lines = new ArrayList<>();
    private long contentLength = -1;

    private GivenRequest(String method, String scheme, String authority, RequestPath path, @Nullable String query) {
        this.method = method;
        this.scheme = scheme;
        this.authority = authority;
        this.path = path;
        this.query = query;
    }

    /** A request without fields; {@code url} is taken apart literally, whatever its path looks like. */
    public static GivenRequest of(String method, String url) {
        int authorityStart = url.indexOf("://") + 3;
        int slash = url.indexOf('/', authorityStart);
        int pathStart = slash < 0 ? url.length() : slash;
        int mark = url.indexOf('?', pathStart);
        int pathEnd = mark < 0 ? url.length() : mark;
        return new GivenRequest(
                method,
                url.substring(0, authorityStart - 3),
                url.substring(authorityStart, pathStart).toLowerCase(Locale.ROOT),
                RequestPath.of(url.substring(pathStart, pathEnd)),
                mark < 0 ? null : url.substring(mark + 1));
    }

    /** A GET request. */
    public static GivenRequest get(String url) {
        return of("GET", url);
    }

    /** Adds a field line. */
    public GivenRequest with(String name, String value) {
        lines.add(Map.entry(name, value));
        return this;
    }

    /** Announces a body. */
    public GivenRequest withBodyOf(long length) {
        contentLength = length;
        return this;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String scheme() {
        return scheme;
    }

    @Override
    public String host() {
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }

    @Override
    public String authority() {
        return authority;
    }

    @Override
    public RequestPath path() {
        return path;
    }

    @Override
    public @Nullable String query() {
        return query;
    }

    @Override
    public @Nullable String header(String name) {
        String value = null;
        for (Map.Entry<String, String> line : lines) {
            if (line.getKey().equalsIgnoreCase(name)) {
                value = value == null ? line.getValue() : value + ", " + line.getValue();
            }
        }
        return value;
    }

    @Override
    public void forEachHeader(BiConsumer<String, String> consumer) {
        lines.forEach(line -> consumer.accept(line.getKey(), line.getValue()));
    }

    @Override
    public long contentLength() {
        return contentLength;
    }

    @Override
    public boolean hasBody() {
        return contentLength > 0;
    }
}
