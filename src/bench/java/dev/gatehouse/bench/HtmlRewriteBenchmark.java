package dev.gatehouse.bench;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.Mount;
import dev.gatehouse.rewrite.html.HtmlFilter;
import dev.gatehouse.rewrite.html.HtmlTokenizer;
import dev.gatehouse.rewrite.html.LinkHandler;
import dev.gatehouse.rewrite.url.LinkMapper;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jsoup.Jsoup;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What rewriting a page of one million bytes costs, in pieces of 8 KiB: operations per second are MB/s. Beside it stand
 * the floor, a scan for {@code <} and nothing else, and a parser that builds the whole document.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class HtmlRewriteBenchmark {

    private static final int SIZE = 1_000_000;
    private static final int PIECE = 8192;
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** An article with long text and few links, a shop with much markup and many, or the worst: nothing but attributes. */
    @Param({"article", "shop", "attributes"})
    public String page = "article";

    private final Mount mount = new Mount("https", "www.test", "", "", "http", "origin.test", 8080, "");
    private final ByteQueue out = new ByteQueue(2 * PIECE);
    private byte[] bytes = {};
    private String text = "";

    /** Writes the page. */
    @Setup
    public void generate() {
        Random dice = new Random(7);
        StringBuilder html = new StringBuilder("<!doctype html><html><head><title>A page</title>"
                + "<link rel=stylesheet href=\"/main.css\"><script>if (a < b) { c(\"</p>\"); }</script></head><body>\n");
        while (html.length() < SIZE - 1000) {
            switch (page) {
                case "shop" -> item(html, dice);
                case "attributes" -> html.append("<i a=b c='d' e f=\"g\" href=x>");
                default -> paragraph(html, dice);
            }
        }
        html.append("</body></html>");
        html.append(" ".repeat(SIZE - html.length()));
        text = html.toString();
        bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void item(StringBuilder html, Random dice) {
        int number = dice.nextInt(100_000);
        html.append("<li class=\"item col-md-4\" id=\"i").append(number).append("\">\n  <a class=\"link\" href=\"");
        html.append(dice.nextInt(4) == 0 ? "http://origin.test:8080" : "").append("/p/").append(number);
        html.append("?a=1&amp;b=2\"><img src=\"/img/").append(number).append(".webp\" srcset=\"/img/a.webp 1x, /img/b.webp 2x\"");
        html.append(" width=320 height=240 alt=\"An item\"></a>\n  <span class=\"price\">").append(number % 90);
        html.append(",95</span> <button type=button data-id=\"").append(number).append("\">Add</button>\n</li>\n");
    }

    private static void paragraph(StringBuilder html, Random dice) {
        html.append("<p class=\"text\">");
        for (int i = 0; i < 80; i++) {
            html.append("lorem ipsum dolor ".charAt(dice.nextInt(18))).append("consectetur".substring(dice.nextInt(9)));
            html.append(i % 27 == 26 ? " <a href=\"http://origin.test:8080/w/" + i + "\">link</a>, " : " ");
        }
        html.append("</p>\n<!-- a comment -->\n");
    }

    /** The tags are found and nobody wants them. */
    @Benchmark
    public int tokenizer() {
        HtmlTokenizer tokenizer = new HtmlTokenizer((name, isEnd) -> false);
        int size = 0;
        for (int at = 0; at < bytes.length; at += PIECE) {
            tokenizer.write(bytes, at, Math.min(PIECE, bytes.length - at), out);
            size += out.size();
            out.clear();
        }
        return size;
    }

    /** Links of one upstream are mapped. */
    @Benchmark
    public int links() {
        HtmlFilter filter = new HtmlFilter(new LinkHandler(new LinkMapper(mount, "/"), null), Map.of());
        int size = 0;
        for (int at = 0; at < bytes.length; at += PIECE) {
            filter.filter(ByteBuffer.wrap(bytes, at, Math.min(PIECE, bytes.length - at)), out);
            size += out.size();
            out.clear();
        }
        filter.finish(out);
        return size;
    }

    /** From one {@code <} to the next, eight bytes at a time: no rewriter can be faster. */
    @Benchmark
    public int scan() {
        int found = 0;
        int at = 0;
        while (at < bytes.length) {
            at = toLessThan(bytes, at) + 1;
            found++;
        }
        return found;
    }

    private static int toLessThan(byte[] bytes, int from) {
        int at = from;
        for (; at <= bytes.length - 8; at += 8) {
            long differing = (long) EIGHT.get(bytes, at) ^ 0x3c3c3c3c3c3c3c3cL;
            long zero = (differing - 0x0101010101010101L) & ~differing & 0x8080808080808080L;
            if (zero != 0) {
                return at + (Long.numberOfTrailingZeros(zero) >>> 3);
            }
        }
        while (at < bytes.length && bytes[at] != '<') {
            at++;
        }
        return at;
    }

    /** Another way to the same end: the whole document, built and written again. */
    @Benchmark
    public int document() {
        return Jsoup.parse(text).outerHtml().length();
    }
}
