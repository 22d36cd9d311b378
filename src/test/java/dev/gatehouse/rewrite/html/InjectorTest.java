package dev.gatehouse.rewrite.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.body.ByteQueue;
import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.testkit.ByteCutter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where markup lands, and when it is reported as missed. Every page is cut everywhere. */
class InjectorTest {

    private static final String WHOLE =
            "<!doctype html><html><head><title>t</title></head><body><p>x</p></body></html>";

    @Test
    void theFourAnchorsAreInsideTheirElements() {
        HtmlFilter filter = Pages.anchors();

        assertThat(Pages.run(filter, WHOLE))
                .isEqualTo("<!doctype html><html><head>[headStart]<title>t</title>[headEnd]</head>"
                        + "<body>[bodyStart]<p>x</p>[bodyEnd]</body></html>");
        assertThat(filter.landed())
                .containsExactly(Anchor.HEAD_START, Anchor.HEAD_END, Anchor.BODY_START, Anchor.BODY_END);
        assertThat(filter.missed()).isEmpty();
    }

    @Test
    void oddSpellingDoesNotDefeatThem() {
        lands(
                "\u00ef\u00bb\u00bf\n<HTML\n><HEAD\tx='>' ><!-- </head> --></HEAD\n><BODY/onload=x>y</bOdY x></html>",
                "\u00ef\u00bb\u00bf\n<HTML\n><HEAD\tx='>' >[headStart]<!-- </head> -->[headEnd]</HEAD\n>"
                        + "<BODY/onload=x>[bodyStart]y[bodyEnd]</bOdY x></html>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<title></head></title>",
                "<script>'</head>'</script>",
                "<!--</head>-->",
                "<meta content='</head>'>",
                "<template></head></template>",
                "<template><template></template></head></template>",
                "<noscript></head></noscript>",
                "<style></head></style>",
                "<noframes></head></noframes>"
            })
    void whatIsNotTheHeadsEndTagIsNoAnchor(String inside) {
        lands("<head>" + inside + "</HEAD >", "<head>[headStart]" + inside + "[headEnd]</HEAD >");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>'</body>'</script>", "<p title='</body>'>", "<template></body></template>",
                "<textarea></body></textarea>", "<svg></body></svg>", "<math><mi></body></mi></math>",
                "<!-- </body> -->", "<svg><![CDATA[</body>]]></svg>", "<noscript></body></noscript>"
            })
    void whatIsNotTheBodysEndTagIsNoAnchor(String inside) {
        lands("<body>" + inside + "</body>", "<body>[bodyStart]" + inside + "[bodyEnd]</body>");
    }

    @Test
    void headAndBodyWithoutTheirTagsAreMissed() {
        lands("<HEADER>x", "<HEADER>x");
        lands("x", "x");
        lands("<title>t</title><p>x</html>", "<title>t</title><p>x</html>");
        lands("<frameset><frame src=x></frameset></body>", "<frameset><frame src=x></frameset></body>");
    }

    @Test
    void aTagThatComesTooLateForABrowserIsMissed() {
        lands("text<head></head><body>", "text<head></head><body>");
        lands("<meta><head></head><body>", "<meta><head>[headEnd]</head><body>[bodyStart]");
        lands("<head></head><p><body>", "<head>[headStart][headEnd]</head><p><body>");
    }

    @Test
    void eachIsPlacedAtMostOnce() {
        lands(
                "<head><head></head></head><body><body></body></body><body></body>",
                "<head>[headStart]<head>[headEnd]</head></head><body>[bodyStart]<body>[bodyEnd]</body></body>"
                        + "<body></body>");
    }

    @Test
    void aPageWithoutEndTagsMissesTheirAnchors() {
        HtmlFilter filter = Pages.anchors();

        Pages.run(filter, "<head><body>x<!-- </body>");

        assertThat(filter.landed()).containsExactly(Anchor.HEAD_START, Anchor.BODY_START);
        assertThat(filter.missed()).containsExactly(Anchor.HEAD_END, Anchor.BODY_END);
    }

    @Test
    void aPageCutAnywhereReportsWhatWasReached() {
        byte[] page = Pages.bytes(WHOLE);
        for (int cut = 0; cut <= page.length; cut++) {
            HtmlFilter filter = Pages.anchors();
            ByteQueue out = new ByteQueue(64);
            filter.filter(ByteBuffer.wrap(page, 0, cut), out);

            List<String> reached = filter.landed().stream().map(Anchor::key).toList();
            assertThat(reached).allSatisfy(key -> assertThat(out.toString()).contains("[" + key + "]"));
            assertThat(reached.size() + filter.missed().size()).isEqualTo(4);
            assertThat(reached.contains("bodyEnd")).isEqualTo(cut >= WHOLE.indexOf("</body>") + 7);
        }
    }

    @Test
    void markupIsPlacedAsItIsBesideMappedLinks() {
        HtmlFilter filter = new HtmlFilter(
                new LinkHandler(new LinkMapper(Pages.MOUNT, "/"), null),
                Map.of(Anchor.BODY_START, Pages.bytes("<a href=http://a.test/>")));

        assertThat(Pages.run(filter, "<body background=http://a.test/><a href=http://a.test/>"))
                .isEqualTo("<body background=http://b.test/><a href=http://a.test/><a href=http://b.test/>");
    }

    @Test
    void withoutMarkupNothingIsReported() {
        HtmlFilter filter = Pages.links();

        assertThat(Pages.run(filter, WHOLE)).isEqualTo(WHOLE);
        assertThat(filter.landed()).isEmpty();
        assertThat(filter.missed()).isEmpty();
    }

    private static void lands(String page, String expected) {
        for (List<byte[]> pieces : ByteCutter.everyWay(Pages.bytes(page), 2)) {
            assertThat(new String(Pages.run(Pages.anchors(), pieces), StandardCharsets.ISO_8859_1))
                    .isEqualTo(expected);
        }
    }
}
