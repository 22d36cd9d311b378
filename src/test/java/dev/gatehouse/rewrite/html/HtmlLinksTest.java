package dev.gatehouse.rewrite.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.rewrite.Mount;
import dev.gatehouse.testkit.ByteCutter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which links of a page are mapped, and that nothing else changes. In the pages here {@code @} stands for {@code
 * http://a.test/} and, in what is expected, {@code #} for {@code http://b.test/}. Each is cut everywhere.
 */
class HtmlLinksTest {

    private static final Mount MOUNTED = new Mount("https", "w.test", "/app", "/x", "http", "a.test", 8080, "/base");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "href",
                "src",
                "action",
                "formaction",
                "poster",
                "cite",
                "data",
                "ping",
                "manifest",
                "background",
                "longdesc",
                "usemap",
                "srcset",
                "imagesrcset",
                "xlink:href",
                "HREF",
                "sRcSeT"
            })
    void everyUrlAttributeIsMappedOnAnyElement(String attribute) {
        becomes("<any-thing x " + attribute + "=@y z>", "<any-thing x " + attribute + "=#y z>");
        stays("<any-thing not" + attribute + "=@y>");
    }

    @Test
    void hostsAreFoundAsBrowsersReadThem() {
        becomes("<A HREF=HTTP://A.TEST/x>", "<A HREF=HTTP://b.test/x>");
        becomes("<a href=http://u:p\u0001a.test/>", "<a href=http://u:p\u0001b.test/>");
        becomes("<a href=\" ht\ttp:\\\\a.test\\x\">", "<a href=\" ht\ttp:\\\\b.test\\x\">");
        becomes("<a href=\"&#x68;ttp://a.test/?a=1&amp;b=2\">", "<a href=\"&#x68;ttp://b.test/?a=1&amp;b=2\">");
    }

    @Test
    void otherHostsStay() {
        stays("<a href=http://a.test.evil/><a href=http://a.test\u0001evil/><a href=http://evil/a.test/>");
        stays("<a href=//c/?u=@>");
    }

    @Test
    void portsCount() {
        stays("<a href=//a.test:8080/><a href=http://a.test:8080/>");
    }

    @Test
    void linksFollowTheMountAndTheBasePath() {
        becomes(
                () -> Pages.links(MOUNTED),
                "<a href=//a.test:8080/base/y><a href=http://a.test/><a href=/base/z>",
                "<a href=//w.test/app/x/y><a href=http://a.test/><a href=/app/x/z>");
    }

    @Test
    void ofARepeatedAttributeOnlyTheFirstCounts() {
        becomes("<a href=@ href=@ src=@>", "<a href=# href=@ src=#>");
    }

    @Test
    void attributesAreFoundHoweverTheyAreWritten() {
        becomes("<a/href=\"@\"title=x>", "<a/href=\"#\"title=x>");
        becomes("<a href = \"@\">", "<a href = \"#\">");
        becomes("<a href\n=\r\n'@'/>", "<a href\n=\r\n'#'/>");
        becomes("<a =href href=@>", "<a =href href=#>");
        becomes("<a title=\">\" href=@>", "<a title=\">\" href=#>");
        stays("<a href==@>");
        stays("<a title='<a href=\"@\">'>");
        stays("<a hr\0ef=@>");
    }

    @Test
    void aTagThatIsNeverClosedIsNone() {
        stays("<a href=\"@");
        stays("<a href=@ title='x");
        stays("<a href=@");
    }

    @Test
    void commentsScriptsAndTextStay() {
        stays("@ <!--x-- ><a href=@>");
        stays("<script>\"<a href=@>\"</script>");
        stays("<script><!--<script></script><a href=@>--></script>");
        stays("<textarea></textareax><a href=@>");
        stays("<title><a href=@></title>");
        stays("<xmp><a href=@></xmp><iframe><a href=@></iframe>");
        stays("<plaintext><a href=@></plaintext><a href=@>");
        stays("<!doctype html SYSTEM \"@\"><?pi href=@ ?></ a href=@>");
    }

    @Test
    void markupBehindThemIsRead() {
        becomes("<!--><a href=@>", "<!--><a href=#>");
        becomes("<!--x--!><a href=@>", "<!--x--!><a href=#>");
        becomes("<script><!--</script><a href=@>", "<script><!--</script><a href=#>");
        becomes("<textarea></TEXTAREA ><a href=@>", "<textarea></TEXTAREA ><a href=#>");
        becomes("<![CDATA[>]]><a href=@>", "<![CDATA[>]]><a href=#>");
        becomes("<!doctype x \">\"><a href=@>", "<!doctype x \">\"><a href=#>");
        becomes("<script src=@></script>", "<script src=#></script>");
    }

    @Test
    void svgAndMathmlAreReadByTheirOwnRules() {
        becomes("<svg><title><a href=@>", "<svg><title><a href=#>");
        becomes("<svg><style><a href=@>", "<svg><style><a href=#>");
        stays("<svg><![CDATA[<a href=@>]]>");
        becomes("<svg><![CDATA[]]]]><a xlink:href=@>", "<svg><![CDATA[]]]]><a xlink:href=#>");
        stays("<svg><p><style><a href=@>");
        stays("<svg><font size=1><style><a href=@>");
        becomes("<svg><font><style><a href=@>", "<svg><font><style><a href=#>");
        stays("<svg></svg><style><a href=@>");
        stays("<svg/><style><a href=@>");
        stays("<svg><foreignObject><style><a href=@>");
        becomes(
                "<svg><foreignObject><p></foreignObject><style><a href=@>",
                "<svg><foreignObject><p></foreignObject><style><a href=#>");
        stays("<math><mi><style><a href=@>");
        becomes("<math><mi><mglyph><style><a href=@>", "<math><mi><mglyph><style><a href=#>");
        becomes("<math><annotation-xml><style><a href=@>", "<math><annotation-xml><style><a href=#>");
        stays("<math><annotation-xml encoding=Text/HTML><style><a href=@>");
        stays("<math><annotation-xml><svg></svg></annotation-xml></math><style><a href=@>");
    }

    @Test
    void noscriptIsReadAsMarkupAndEndsAsText() {
        becomes("<noscript><img src=@></noscript>", "<noscript><img src=#></noscript>");
        becomes("<noscript><!--</noscript><img src=@>", "<noscript><!--</noscript><img src=#>");
        becomes("<noscript><a title=\"</NOSCRIPT ><img src=@>", "<noscript><a title=\"</NOSCRIPT ><img src=#>");
        becomes("<noscript><style>x</noscript><img src=@>", "<noscript><style>x</noscript><img src=#>");
        becomes(
                "<noscript><svg></noscript><style><img src=@></style>",
                "<noscript><svg></noscript><style><img src=@></style>");
        stays("<noscript></noscripts><!--<img src=@></noscript");
    }

    @Test
    void listsOfCandidatesKeepTheirCommas() {
        becomes(
                "<img srcset=\"data:,x 1x,http://a.test/1,2.png 2x\">",
                "<img srcset=\"data:,x 1x,http://b.test/1,2.png 2x\">");
        becomes("<img srcset=\"@1 640w, @2 2x\">", "<img srcset=\"#1 640w, #2 2x\">");
        becomes("<a ping=\"@1\n@2 http://c.test/\">", "<a ping=\"#1\n#2 http://c.test/\">");
    }

    @Test
    void theTargetOfARefreshIsMapped() {
        becomes("<meta http-equiv=Refresh content=\"5;URL='@'\">", "<meta http-equiv=Refresh content=\"5;URL='#'\">");
        becomes("<meta content=\"5;@\" http-equiv=refresh>", "<meta content=\"5;#\" http-equiv=refresh>");
        stays("<meta name=x content=\"5;url=@\">");
    }

    @Test
    void stylesAreHandedToTheirRewriter() {
        becomes("<p style=\"b:URL( &quot;@&quot; )\">", "<p style=\"b:URL( &quot;#&quot; )\">");
        becomes("<style>a{b:url(@)}</style>@", "<style>a{b:url(#)}</style>@");
        becomes("<style>a{b:url(@)}</styl", "<style>a{b:url(#)}</styl");
        stays("<svg><style>a{b:url(@)}</style></svg>");
    }

    @Test
    void theBaseIsMappedAndRulesWhatFollows() {
        becomes("<base href=@><a href=x><a href=/y>", "<base href=#><a href=x><a href=/y>");
        becomes(
                () -> Pages.links(MOUNTED),
                "<base href=http://c.test/><a href=/base/z>",
                "<base href=http://c.test/><a href=/base/z>");
    }

    @Test
    void thePageInSrcdocIsRewrittenInItsNotation() {
        becomes(
                "<iframe srcdoc=\"&lt;a href=&quot;@?a&amp;amp;b&quot;>@&lt;/a>\">",
                "<iframe srcdoc=\"&lt;a href=&quot;#?a&amp;amp;b&quot;>@&lt;/a>\">");
        becomes("<iframe srcdoc='<style>b{c:url(@)}</style>'>", "<iframe srcdoc='<style>b{c:url(#)}</style>'>");
        becomes("<iframe srcdoc='<p style=\"x:url(@)\">'>", "<iframe srcdoc='<p style=\"x:url(#)\">'>");
        stays("<iframe srcdoc='<iframe srcdoc=\"<a href=@>\">'>");
        stays("<iframe srcdoc='&lt;!-- &lt;a href=@>'>");
    }

    @Test
    void integrityGoesOnlyWhereTheTargetWasMapped() {
        becomes("<script integrity=\"sha384-x\" src=@x></script>", "<script  src=#x></script>");
        becomes("<link href='@x' Integrity=y crossorigin>", "<link href='#x'  crossorigin>");
        becomes("<link href=@x a integrity=y =c>", "<link href=#x a / =c>");
        stays("<script integrity=x src=http://c.test/></script><p integrity=y cite=z>");
    }

    @Test
    void withoutStylesNothingOfTheKindChanges() {
        Supplier<HtmlFilter> plain = Pages::linksWithoutStyles;
        String page = "<style>a{b:url(@)}</style><p style='b:url(@)'><iframe srcdoc='<a href=@>'>"
                + "<meta http-equiv=refresh content='1;url=@'>";
        becomes(plain, page, page);
        becomes(plain, "<a href=@>", "<a href=#>");
    }

    @Test
    void bytesThatAreNoTextOfAnyEncodingStay() {
        becomes("\u00ff\u00fe\0<a \u00ff=\u0080 href=@\u00ff\r\n>", "\u00ff\u00fe\0<a \u00ff=\u0080 href=#\u00ff\r\n>");
        becomes("<a title=\"\u0095\\\" href=@>", "<a title=\"\u0095\\\" href=#>"); // Shift_JIS
    }

    private static void stays(String page) {
        becomes(page, page);
    }

    private static void becomes(String page, String expected) {
        becomes(Pages::links, page, expected);
    }

    private static void becomes(Supplier<HtmlFilter> filter, String page, String expected) {
        byte[] input = Pages.bytes(page.replace("@", "http://a.test/").replace('\u0001', '@'));
        String result = expected.replace("@", "http://a.test/")
                .replace("#", "http://b.test/")
                .replace("&http://b.test/", "&#")
                .replace('\u0001', '@');
        for (List<byte[]> pieces : ByteCutter.everyWay(input, 1)) {
            String found = new String(Pages.run(filter.get(), pieces), StandardCharsets.ISO_8859_1);
            assertThat(found).isEqualTo(result);
        }
    }
}
