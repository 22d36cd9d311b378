package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.Mount;
import dev.gatehouse.rewrite.url.Edits;
import dev.gatehouse.rewrite.url.LinkMapper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Pages of {@code http://a.test/}, which a visitor sees as {@code http://b.test/}, and ways to run them through. */
final class Pages {

    static final Mount MOUNT = new Mount("http", "b.test", "", "", "http", "a.test", 80, "");

    private Pages() {}

    /** Bytes as the characters of the same number, so that any bytes can be written down. */
    static byte[] bytes(String page) {
        return page.getBytes(StandardCharsets.ISO_8859_1);
    }

    static HtmlFilter links() {
        return links(MOUNT);
    }

    static HtmlFilter links(Mount mount) {
        return new HtmlFilter(new LinkHandler(new LinkMapper(mount, "/"), new StandInStyles()), Map.of());
    }

    static HtmlFilter linksWithoutStyles() {
        return new HtmlFilter(new LinkHandler(new LinkMapper(MOUNT, "/"), null), Map.of());
    }

    /** Places the key of each anchor in brackets. */
    static HtmlFilter anchors() {
        return new HtmlFilter(new LinkHandler(new LinkMapper(MOUNT, "/"), null), markup(""));
    }

    static Map<Anchor, byte[]> markup(String inside) {
        Map<Anchor, byte[]> markup = new EnumMap<>(Anchor.class);
        for (Anchor anchor : Anchor.values()) {
            markup.put(anchor, bytes("[" + anchor.key() + inside + "]"));
        }
        return markup;
    }

    static byte[] run(HtmlFilter filter, List<byte[]> pieces) {
        ByteQueue out = new ByteQueue(64);
        for (byte[] piece : pieces) {
            filter.filter(ByteBuffer.wrap(piece), out);
        }
        filter.finish(out);
        byte[] result = new byte[out.size()];
        out.view().get(result);
        return result;
    }

    static String run(HtmlFilter filter, String page) {
        return new String(run(filter, List.of(bytes(page))), StandardCharsets.ISO_8859_1);
    }

    /** Maps every {@code (http://a.test/} in a sheet, which it holds back as long as it can. */
    static final class StandInStyles implements StyleRewriter {

        private final String host;

        StandInStyles() {
            this("a.test");
        }

        StandInStyles(String host) {
            this.host = host;
        }

        @Override
        public RawTextFilter sheet() {
            ByteQueue taken = new ByteQueue(64);
            return new RawTextFilter() {
                @Override
                public void filter(byte[] bytes, int from, int to, ByteQueue out) {
                    taken.append(bytes, from, to - from);
                }

                @Override
                public void end(ByteQueue out) {
                    byte[] mapped = bytes(taken.toString().replace("(http://" + host + "/", "(http://b.test/"));
                    out.append(mapped, 0, mapped.length);
                }
            };
        }

        @Override
        public boolean attribute(byte[] bytes, int from, int to, Edits edits) {
            String value = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
            int at = value.indexOf("//" + host + "/");
            if (at >= 0) {
                edits.replace(from + at, from + at + host.length() + 3, bytes("//b.test/"));
            }
            return at >= 0;
        }
    }
}
