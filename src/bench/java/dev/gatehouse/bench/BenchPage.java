package dev.gatehouse.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** A page of about 1 MB as magazines and shops have them, the same for the same hosts. */
final class BenchPage {

    private static final int SIZE = 1_000_000;
    private static final String[] WORDS = {
        "the", "of", "and", "to", "in", "station", "winter", "market", "river", "because", "under", "lamp", "again", "house",
        "seven", "paper", "light", "who", "question", "green", "caf\u00e9", "na\u00efve", "window", "something", "early"
    };

    private final String upstream;
    private final List<String> hosts;
    private final Random dice = new Random(11);
    private final StringBuilder html = new StringBuilder(SIZE + 4096);

    BenchPage(String upstream, List<String> hosts) {
        this.upstream = upstream;
        this.hosts = hosts;
    }

    byte[] bytes() {
        html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>A magazine</title>\n");
        html.append("<link rel=\"stylesheet\" href=\"/assets/main.css\">\n<style>\n");
        for (int i = 0; i < 200; i++) {
            html.append(".card-").append(i).append(" > a:hover { color: #").append(100 + i);
            html.append("; background: url(/img/").append(i).append(".png) no-repeat; margin: 0 4px }\n");
        }
        html.append("</style>\n</head>\n<body class=\"home\">\n");
        while (html.length() < SIZE) {
            section();
        }
        return html.append("</body></html>\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private void section() {
        html.append("<section class=\"row\">\n");
        for (int i = 0; i < 6; i++) {
            card();
        }
        for (int i = 0; i < 5; i++) {
            paragraph();
        }
        script();
        html.append("</section>\n<!-- end of section -->\n");
    }

    private void card() {
        int number = dice.nextInt(100_000);
        html.append("  <article class=\"card card-").append(number % 200).append("\" data-id=\"").append(number);
        html.append("\">\n    <a class=\"card-link\" href=\"");
        link();
        html.append("\"><img loading=\"lazy\" src=\"/img/").append(number).append(".webp\" srcset=\"/img/").append(number);
        html.append("-s.webp 320w, /img/").append(number).append("-l.webp 640w\" width=\"320\" height=\"240\" alt=\"");
        words(4);
        html.append("\"></a>\n    <h3>");
        words(5);
        html.append("</h3>\n    <span class=\"price\">").append(number % 90).append(",95</span>\n  </article>\n");
    }

    private void paragraph() {
        html.append("  <p class=\"text\">");
        for (int i = 0; i < 3; i++) {
            words(25);
            html.append(" <a href=\"");
            link();
            html.append("\">");
            words(2);
            html.append("</a>, <em>");
            words(3);
            html.append("</em>. ");
        }
        html.append("</p>\n");
    }

    private void script() {
        html.append("  <script>\n");
        for (int i = 0; i < 12; i++) {
            html.append("    if (items.length < ").append(dice.nextInt(100)).append(") { items.push({ id: \"");
            html.append(dice.nextInt(100_000)).append("\", html: '<b>' + name(").append(i).append(") + '</b>' }); }\n");
        }
        html.append("  </script>\n");
    }

    /** Half of the links have no host, a quarter names the upstream, a quarter one of the other hosts. */
    private void link() {
        switch (dice.nextInt(4)) {
            case 0 -> html.append("http://").append(upstream);
            case 1 -> html.append("http://").append(hosts.get(dice.nextInt(hosts.size())));
            default -> {}
        }
        html.append("/stories/").append(dice.nextInt(10_000)).append("?from=home&amp;place=").append(dice.nextInt(9));
    }

    private void words(int count) {
        for (int i = 0; i < count; i++) {
            html.append(i == 0 ? "" : " ").append(WORDS[dice.nextInt(WORDS.length)]);
        }
    }
}
