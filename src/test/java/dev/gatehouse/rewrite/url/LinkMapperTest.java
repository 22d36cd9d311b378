package dev.gatehouse.rewrite.url;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.rewrite.Mount;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References in attribute values: found as browsers read them, changed in as few bytes as possible. */
class LinkMapperTest {

    private static LinkMapper mapper(String mountPath, String prefix, String basePath) {
        return new LinkMapper(
                new Mount("http", "b.test", mountPath, prefix, "http", "a.test", 80, basePath), basePath + "/dir/page");
    }

    private interface Way {
        boolean map(byte[] bytes, int from, int to, LinkMapper mapper, Edits edits);
    }

    private static String applied(LinkMapper mapper, String value, Way way) {
        byte[] bytes = ("<<" + value + ">>").getBytes(StandardCharsets.UTF_8);
        StringBuilder out = new StringBuilder();
        int[] copied = {2};
        boolean changed = way.map(bytes, 2, bytes.length - 2, mapper, (from, to, with) -> {
            out.append(new String(bytes, copied[0], from - copied[0], StandardCharsets.UTF_8))
                    .append(new String(with, StandardCharsets.UTF_8));
            copied[0] = to;
        });
        out.append(new String(bytes, copied[0], bytes.length - 2 - copied[0], StandardCharsets.UTF_8));
        assertThat(changed).as(value).isEqualTo(!out.toString().equals(value));
        return out.toString();
    }

    private static String mapped(LinkMapper mapper, String value) {
        return applied(
                mapper, value, (bytes, from, to, with, edits) -> with.map(bytes, from, to, Notation.HTML, edits));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "http://a.test/x|http://b.test/x",
                "HTTP://A.TEST/x|HTTP://b.test/x",
                "http://a.test.evil/|http://a.test.evil/",
                "http://a.test@evil/|http://a.test@evil/",
                "http://u:p@a.test/|http://u:p@b.test/",
                "~ h\tttp:\\\\a.test\\x~|~ h\tttp:\\\\b.test\\x~",
                "&#x68;ttp://a.test/?a=1&amp;b=2|&#x68;ttp://b.test/?a=1&amp;b=2",
                "//a.test/|//b.test/",
                "//a.test:8080/|//a.test:8080/",
                "//c/?u=http://a.test/|//c/?u=http://a.test/",
                "https://a.test/x|http://b.test/x",
                "http://a.test:80/x|http://b.test/x",
                "http://%61.test/|http://b.test/",
                "http://a%2etest/|http://b.test/",
                "http://a.test&colon;80&sol;x|http://b.test&sol;x",
                "http:////a.test/x|http:////b.test/x",
                "http:/a.test/x|http:/a.test/x",
                "http:a.test/x|http:a.test/x",
                "http://a.test|http://b.test",
                "http://a.test.|http://b.test",
                "http://ä.test/|http://ä.test/",
                "http://a.test:99999/|http://a.test:99999/",
                "javascript:http://a.test/|javascript:http://a.test/",
                "data:text/html,<a href=http://a.test/>|data:text/html,<a href=http://a.test/>",
                "/x|/x",
                "x|x",
                "#y|#y",
                "|",
            })
    void onlyTheNameOfTheUpstreamChanges(String value, String expected) {
        assertThat(mapped(mapper("", "", ""), value == null ? "" : value)).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "http://a.test/base/x?y|http://b.test/m/p/x?y",
                "http://a.test/base|http://b.test/m/p",
                "http://a.test|http://b.test/m/",
                "http://a.test/other|http://b.test/m/other",
                "/base/x|/m/p/x",
                "~ \n/base/x~|~ \n/m/p/x~",
                "/basement|/m/basement",
                "/|/m/",
                "x/y|x/y",
                "../up|../up",
                "../../up|/m/up",
                "..&#47;../up|/m/up",
                "?q|?q",
            })
    void pathsFollowTheMount(String value, String expected) {
        assertThat(mapped(mapper("/m", "/p", "/base"), value)).isEqualTo(expected);
    }

    @Test
    void aMountThatNeedsEscapingIsEscaped() {
        assertThat(mapped(mapper("/m&'", "", ""), "/x")).isEqualTo("/m&amp;&#39;/x");
    }

    @Test
    void aBaseElsewhereTakesRootReferencesWithIt() {
        LinkMapper mapper = mapper("/m", "", "");
        assertThat(mapped(mapper, "/x")).isEqualTo("/m/x");
        assertThat(applied(
                        mapper,
                        "http://cdn.test/",
                        (bytes, from, to, with, edits) -> with.mapBase(bytes, from, to, Notation.HTML, edits)))
                .isEqualTo("http://cdn.test/");
        assertThat(mapped(mapper, "/x")).isEqualTo("/x");
        assertThat(mapped(mapper, "http://a.test/x")).isEqualTo("http://b.test/m/x");
    }

    @Test
    void aBaseOfOursKeepsRootReferencesOurs() {
        LinkMapper mapper = mapper("/m", "", "");
        assertThat(applied(
                        mapper,
                        "http://a.test/dir/",
                        (bytes, from, to, with, edits) -> with.mapBase(bytes, from, to, Notation.HTML, edits)))
                .isEqualTo("http://b.test/m/dir/");
        assertThat(mapped(mapper, "/x")).isEqualTo("/m/x");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "data:,x 1x,http://a.test/1,2.png 2x|data:,x 1x,http://b.test/1,2.png 2x",
                "http://a.test/1|http://b.test/1",
                "http://a.test/1, http://a.test/2 2x|http://b.test/1, http://b.test/2 2x",
                ",, http://a.test/1 1x ,http://a.test/2|,, http://b.test/1 1x ,http://b.test/2",
                "/img/fit=contain,width=320/a.jpg 320w, data:image/png;base64,AA== 2x|/img/fit=contain,width=320/a.jpg 320w, data:image/png;base64,AA== 2x",
                "http://a.test/1 f(a,b) 2x, http://a.test/2|http://b.test/1 f(a,b) 2x, http://b.test/2",
                "|",
            })
    void candidatesOfASourceSetAreFoundByTheStandardsAlgorithm(String value, String expected) {
        assertThat(applied(mapper("", "", ""), value == null ? "" : value, UrlLists::srcset))
                .isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "5;URL='http://a.test/'|5;URL='http://b.test/'",
                "0; url = http://a.test/x y|0; url = http://b.test/x y",
                "5;url=&quot;http://a.test/&quot;|5;url=&quot;http://b.test/&quot;",
                "5;http://a.test/|5;http://b.test/",
                "5, url=http://a.test/|5, url=http://b.test/",
                "5|5",
                "5;url|5;url",
            })
    void theTargetOfARefreshIsFoundHoweverItIsQuoted(String value, String expected) {
        assertThat(applied(mapper("", "", ""), value, UrlLists::refresh)).isEqualTo(expected);
    }

    @Test
    void pingsAreSeparatedBySpace() {
        assertThat(applied(mapper("", "", ""), " http://a.test/1  http://c.test/ http://a.test/2 ", UrlLists::spaced))
                .isEqualTo(" http://b.test/1  http://c.test/ http://b.test/2 ");
    }
}
