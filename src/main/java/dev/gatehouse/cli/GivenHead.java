package dev.gatehouse.cli;

import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.http.RequestPath;
import dev.gatehouse.net.Authority;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request head as written on the command line. Path and query are kept as they are. */
record GivenHead(
        String method,
        String scheme,
        Authority named,
        RequestPath path,
        @Nullable String query,
        FieldList fields) implements RequestHead {

    private static final Pattern URL = Pattern.compile(
            "(?:(?<scheme>https?)://(?<authority>[^/?#]+))?(?<path>/[^?#]*)?(?:\\?(?<query>[^#]*))?",
            Pattern.CASE_INSENSITIVE);

    /**
     * Reads {@code http://host/path?query}, or {@code /path?query}, which is asked of localhost.
     *
     * @param lines field lines such as {@code accept: text/html}
     * @throws IllegalArgumentException where something has another form; its message is for the user
     */
    static GivenHead of(String method, String url, List<String> lines) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches() || parts.group("authority") == null && parts.group("path") == null) {
            throw new IllegalArgumentException(
                    "\"" + url + "\" (expected: a URL such as https://example.com/path, or a path)");
        }
        String scheme =
                parts.group("scheme") == null ? "http" : parts.group("scheme").toLowerCase(Locale.ROOT);
        String host = parts.group("authority") == null ? "localhost" : parts.group("authority");
        Authority authority = Authority.parse(host);
        if (authority == null) {
            throw new IllegalArgumentException("\"" + host + "\" (expected: host or host:port)");
        }
        String path = parts.group("path") == null ? "/" : parts.group("path");
        FieldList fields = new FieldList(lines.size() + 1).add("Host", authority.toString());
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("\"" + line + "\" (expected: a header such as accept: text/html)");
            }
            fields.add(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip());
        }
        return new GivenHead(method, scheme, authority, RequestPath.of(path), parts.group("query"), fields);
    }

    /** The whole URL as it is asked for. */
    String url() {
        return scheme + "://" + named + path.raw() + (query == null ? "" : "?" + query);
    }

    @Override
    public String host() {
        return named.host();
    }

    @Override
    public String authority() {
        return named.toString();
    }

    @Override
    public @Nullable String header(String name) {
        List<String> lines = fields.all(name);
        return lines.isEmpty() ? null : String.join(", ", lines);
    }

    @Override
    public void forEachHeader(BiConsumer<String, String> lines) {
        for (int i = 0; i < fields.size(); i++) {
            lines.accept(fields.name(i), fields.value(i));
        }
    }

    @Override
    public long contentLength() {
        String length = header("content-length");
        return length != null && length.matches("[0-9]{1,18}") ? Long.parseLong(length) : -1;
    }

    @Override
    public boolean hasBody() {
        return contentLength() > 0 || header("transfer-encoding") != null;
    }
}
