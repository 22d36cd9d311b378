package dev.gatehouse.rewrite.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.url.LinkMapper;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Pages that are made to cost more than they should. */
class HostileHtmlTest {

    private static final int CHUNK = 8192;

    private final LinkHandler links = new LinkHandler(new LinkMapper(Pages.MOUNT, "/"), new Pages.StandInStyles());
    private final HtmlTokenizer tokenizer = new HtmlTokenizer(links);
    private final ByteQueue out = new ByteQueue(CHUNK);
    private long written;
    private long left;
    private int mostHeld;

    @Test
    void anAttributeOfAHundredMegabytesIsNotKept() {
        write("<img src=\"data:image/png;base64,");
        byte[] chunk = new byte[CHUNK];
        Arrays.fill(chunk, (byte) 'A');
        for (int i = 0; i < 100 * 1024 * 1024 / CHUNK; i++) {
            write(chunk);
        }
        write("\"><a href=http://a.test/>");

        assertThat(mostHeld).isLessThanOrEqualTo(HtmlTokenizer.MAX_HELD);
        assertThat(tokenizer.overflows()).isEqualTo(1);
        assertThat(last()).isEqualTo("\"><a href=http://b.test/>");
        assertThat(left).isEqualTo(written);
    }

    @Test
    void aTagThatNeverEndsIsNotKept() {
        write("<a");
        for (int i = 0; i < 2000; i++) {
            write(" x='http://a.test/' ".repeat(50));
        }
        tokenizer.end(out);
        left += out.size();

        assertThat(mostHeld).isLessThanOrEqualTo(HtmlTokenizer.MAX_HELD);
        assertThat(left).isEqualTo(written);
        assertThat(tokenizer.overflows()).isEqualTo(1);
    }

    @Test
    void aNameThatNeverEndsIsNotKept() {
        for (String opening : new String[] {"<", "</", "<!", "<a x", "<title></title", "<!doctype"}) {
            write(opening);
            for (int i = 0; i < 50; i++) {
                write("a".repeat(CHUNK));
            }
            write("><br>");
        }
        tokenizer.end(out);
        left += out.size();

        assertThat(mostHeld).isLessThanOrEqualTo(HtmlTokenizer.MAX_HELD);
        assertThat(left).isEqualTo(written);
    }

    @Test
    void aMillionAttributesPassUnread() {
        write("<a href=http://a.test/ ");
        for (int i = 0; i < 1000; i++) {
            write("b ".repeat(1000));
        }
        write("><a href=http://a.test/>");

        assertThat(mostHeld).isLessThanOrEqualTo(HtmlTokenizer.MAX_HELD);
        assertThat(tokenizer.overflows()).isEqualTo(1);
        assertThat(last()).isEqualTo("><a href=http://b.test/>");
    }

    @Test
    void attributesAreReadUpToTheLimitAndNotBeyond() {
        write("<a" + " b".repeat(Tag.MAX_ATTRIBUTES - 1) + " href=http://a.test/>");
        assertThat(last()).endsWith("b.test/>");
        assertThat(tokenizer.overflows()).isZero();

        write("<a" + " b".repeat(Tag.MAX_ATTRIBUTES) + " href=http://a.test/>");
        assertThat(last()).endsWith("a.test/>");
        assertThat(tokenizer.overflows()).isEqualTo(1);
    }

    @Test
    void tagsAreReadUpToTheLimitAndNotBeyondHoweverTheyAreCut() {
        String tag = "<a href=http://a.test/>";
        for (int piece : new int[] {1, 1000, CHUNK, HtmlTokenizer.MAX_HELD, 10 * HtmlTokenizer.MAX_HELD}) {
            for (int more = 0; more <= 1; more++) {
                String padding = "x".repeat(HtmlTokenizer.MAX_HELD - tag.length() - 3 + more);
                HtmlTokenizer fresh = new HtmlTokenizer(links);
                ByteQueue result = new ByteQueue(CHUNK);
                byte[] page = Pages.bytes(tag.replace(" ", " y=" + padding + " "));
                for (int at = 0; at < page.length; at += piece) {
                    fresh.write(page, at, Math.min(piece, page.length - at), result);
                }
                assertThat(result.toString()).endsWith(more == 0 ? "b.test/>" : "a.test/>");
                assertThat(fresh.overflows()).isEqualTo(more);
            }
        }
    }

    @Test
    void nestingIsFollowedOnlySoDeep() {
        for (int i = 0; i < 10_000; i++) {
            write("<svg><desc>");
        }
        write("</math></svg><a href=http://a.test/>");

        assertThat(last()).endsWith("b.test/>");
    }

    @Test
    void nothingButNulsAndLessThanSignsPass() {
        write("\0".repeat(CHUNK));
        write("<".repeat(CHUNK));
        write("</".repeat(CHUNK));
        tokenizer.end(out);
        left += out.size();

        assertThat(left).isEqualTo(written);
    }

    private void write(String text) {
        write(Pages.bytes(text));
    }

    private void write(byte[] bytes) {
        left += out.size();
        out.clear();
        tokenizer.write(bytes, 0, bytes.length, out);
        written += bytes.length;
        mostHeld = Math.max(mostHeld, tokenizer.heldBytes());
    }

    private String last() {
        String text = out.toString();
        left += out.size();
        out.clear();
        return text;
    }
}
