package dev.gatehouse.rewrite.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.rewrite.Mount;
import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.testkit.ByteCutter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Random tag soup leaves as it came where no rule applies, and does not depend on how it is cut where one does.
 *
 * <p>Runs for {@code -Dgatehouse.fuzz.minutes} where that is given, with other soup each time.
 */
class HtmlIdentityTest {

    private static final int SOUPS = 100_000;
    private static final Duration MOST = Duration.ofSeconds(15);
    private static final String[] PIECES = {
        "<",
        ">",
        "/",
        "!",
        "-",
        "--",
        "'",
        "\"",
        "=",
        " ",
        "\n",
        "\r",
        "\f",
        "\0",
        "\u00ff",
        "a",
        "x y",
        "]",
        "]]>",
        "&",
        "</",
        "<!",
        "<!-",
        "<!--",
        "-->",
        "--!>",
        "<?",
        "<![CDATA[",
        "<!doctype html>",
        "<!doctype",
        "<a href=",
        "<a ",
        "</a>",
        "<p>",
        "http://a.test/",
        "//a.test/x",
        "href",
        "src=",
        "\"http://a.test/\"",
        "'http://a.test/'",
        "&quot;",
        "&#39;",
        "&lt;",
        "<script>",
        "</script>",
        "</script ",
        "<script",
        "<style>",
        "</style>",
        "<textarea>",
        "</textarea>",
        "<title>",
        "</title>",
        "<xmp>",
        "</xmp>",
        "<noscript>",
        "</noscript>",
        "</noscript",
        "<svg>",
        "</svg>",
        "<svg/>",
        "<math>",
        "<mi>",
        "</math>",
        "<foreignObject>",
        "</foreignObject>",
        "<desc>",
        "<annotation-xml encoding=text/html>",
        "<font color=",
        "<template>",
        "</template>",
        "<head>",
        "</head>",
        "<body>",
        "</body>",
        "<html>",
        "<iframe srcdoc='",
        "<p style=\"",
        "<meta http-equiv=refresh content=\"0;url=",
        " integrity=x ",
        "<img srcset=\"",
        " 2x, ",
        "<base href=",
        "<plaintext>",
        "<frameset>",
        "<br>",
        "</br>",
        "</p>"
    };

    @Test
    void soupIsNeverChangedWithoutARuleAndNeverChangedByItsCuts() {
        int minutes = Integer.getInteger("gatehouse.fuzz.minutes", 0);
        long end = System.nanoTime() + (minutes > 0 ? Duration.ofMinutes(minutes) : MOST).toNanos();
        long seed = minutes > 0 ? System.nanoTime() : 0;
        int soups = 0;
        while (System.nanoTime() < end && (minutes > 0 || soups < SOUPS)) {
            check(seed + soups++);
        }
        assertThat(soups).isGreaterThan(1000);
    }

    private static void check(long seed) {
        Random dice = new Random(seed);
        byte[] soup = soup(dice);
        List<List<byte[]>> ways = soup.length <= 12
                ? ByteCutter.everyWay(soup, seed)
                : List.of(
                        ByteCutter.inPiecesOf(1, soup),
                        ByteCutter.atRandom(soup, 7, dice),
                        ByteCutter.atRandom(soup, soup.length, dice));
        List<byte[]> whole = List.of(soup);
        same(seed, soup, soup, Pages.run(new HtmlFilter(null, Map.of()), whole));
        same(seed, soup, soup, Pages.run(elsewhere(), whole));
        Supplier<HtmlFilter> rules = () -> new HtmlFilter(
                new LinkHandler(new LinkMapper(Pages.MOUNT, "/"), new Pages.StandInStyles()), Pages.markup("!"));
        HtmlFilter first = rules.get();
        byte[] expected = Pages.run(first, whole);
        for (List<byte[]> way : ways) {
            same(seed, soup, soup, Pages.run(new HtmlFilter(null, Map.of()), way));
            HtmlFilter again = rules.get();
            same(seed, soup, expected, Pages.run(again, way));
            assertThat(again.landed()).as("seed %d", seed).isEqualTo(first.landed());
        }
    }

    /** Links are looked for, but none of them is the upstream's. */
    private static HtmlFilter elsewhere() {
        Mount mount = new Mount("http", "b.test", "", "", "http", "other.test", 80, "");
        LinkMapper mapper = new LinkMapper(mount, "/");
        return new HtmlFilter(new LinkHandler(mapper, new Pages.StandInStyles("other.test")), Map.of());
    }

    private static byte[] soup(Random dice) {
        StringBuilder soup = new StringBuilder();
        int pieces = 1 + dice.nextInt(dice.nextInt(10) == 0 ? 60 : 10);
        for (int i = 0; i < pieces; i++) {
            soup.append(PIECES[dice.nextInt(PIECES.length)]);
        }
        return Pages.bytes(soup.toString());
    }

    private static void same(long seed, byte[] soup, byte[] expected, byte[] found) {
        if (!Arrays.equals(expected, found)) {
            assertThat(new String(found, StandardCharsets.ISO_8859_1))
                    .as("seed %d: %s", seed, new String(soup, StandardCharsets.ISO_8859_1))
                    .isEqualTo(new String(expected, StandardCharsets.ISO_8859_1));
        }
    }
}
