package dev.gatehouse.rewrite.css;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.rewrite.Mount;
import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.testkit.Filtered;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** URLs of style sheets, wherever the sheet is cut. */
class CssFilterTest {

    private static BodyFilter filter() {
        Mount mount = new Mount("https", "b.test", "/m", "", "http", "a.test", 80, "");
        return new CssFilter(new LinkMapper(mount, "/css/site.css"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a{b:url(http://a.test/x.png)}|a{b:url(https://b.test/m/x.png)}",
                "a{b:url( \"/x.png\" ) no-repeat}|a{b:url( \"/m/x.png\" ) no-repeat}",
                "a{b:URL('//a.test/x')}|a{b:URL('//b.test/m/x')}",
                "a{b:url(x.png)}|a{b:url(x.png)}",
                "a{b:url()}c{d:url(/e)}|a{b:url()}c{d:url(/m/e)}",
                "a{b:url(data:image/png;base64,AA==),url(/x)}|a{b:url(data:image/png;base64,AA==),url(/m/x)}",
                "@import \"/a.css\" screen;|@import \"/m/a.css\" screen;",
                "@IMPORT url(/a.css);@import '/b.css';|@IMPORT url(/m/a.css);@import '/m/b.css';",
                "a{content:\"/x\"}|a{content:\"/x\"}",
                "a{content:\"url(/x)\"}|a{content:\"url(/x)\"}",
                "/*url(/x)*/a{b:url(/y)}|/*url(/x)*/a{b:url(/m/y)}",
                "/* \" */a{b:url(/y)}|/* \" */a{b:url(/m/y)}",
                "a{b:c/d;e:url(/y)}|a{b:c/d;e:url(/m/y)}",
                "a{b:url(\\68ttp://a.test/)}|a{b:url(https://b.test/m/)}",
                "a{b:url(\"/x\\\"y\")}|a{b:url(\"/m/x\\\"y\")}",
                "a{b:url(\"third\\.test/x\")}|a{b:url(\"third\\.test/x\")}",
                "a{b:image-set(\"/x.png\" 1x, url(/y.png) 2x) \"/z\"}|a{b:image-set(\"/m/x.png\" 1x, url(/m/y.png) 2x) \"/z\"}",
                "a{b:myurl(/x)}|a{b:myurl(/x)}",
                "a{b:curl(/x) url(/x|a{b:curl(/x) url(/m/x",
                "@font-face{src:url(/f.woff2)format(\"woff2\")}|@font-face{src:url(/m/f.woff2)format(\"woff2\")}",
            })
    void urlsAreMappedAndNothingElse(String sheet, String expected) throws Exception {
        assertThat(Filtered.everyWay(CssFilterTest::filter, sheet)).isEqualTo(expected);
    }

    @Test
    void aLineBreakEndsAStringThatIsNotClosed() throws Exception {
        assertThat(Filtered.everyWay(CssFilterTest::filter, "a{b:\"x\ny:url(/z)}"))
                .isEqualTo("a{b:\"x\ny:url(/m/z)}");
    }

    @Test
    void aUrlThatIsTooLongIsLetThrough() throws Exception {
        String sheet = "a{b:url(/" + "x".repeat(CssRewriter.MAX_HELD) + ")}c{d:url(/y)}";
        assertThat(Filtered.whole(CssFilterTest::filter, sheet)).isEqualTo(sheet.replace("url(/y)", "url(/m/y)"));
        String fits = "a{b:url(/" + "x".repeat(CssRewriter.MAX_HELD - 2) + ")}";
        assertThat(Filtered.whole(CssFilterTest::filter, fits)).startsWith("a{b:url(/m/x");
    }
}
