package dev.gatehouse.gateway;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What can be filled into the text of an error.
 *
 * @param code the error's code
 * @param path the literal path of the request, without the query
 * @param reason how the last attempt failed; may be empty
 * @param requestId the id of the exchange; may be empty
 */
record ErrorText(String code, String path, String reason, String requestId) {

    private static final Pattern GAP = Pattern.compile("\\{(code|path|reason|requestId)}");

    /** {@code template} with its gaps filled; what a client chose itself cannot become markup of {@code mediaType}. */
    String fill(String template, String mediaType) {
        String type = mediaType.toLowerCase(Locale.ROOT);
        return GAP.matcher(template).replaceAll(gap -> Matcher.quoteReplacement(escaped(value(gap.group(1)), type)));
    }

    private String value(String gap) {
        return switch (gap) {
            case "code" -> code;
            case "path" -> path;
            case "reason" -> reason;
            default -> requestId;
        };
    }

    private static String escaped(String value, String type) {
        if (type.contains("json")) {
            return escaped(value, "\\\"", '\\');
        }
        return type.contains("html") || type.contains("xml") ? html(value) : value;
    }

    private static String escaped(String value, String special, char mark) {
        StringBuilder text = new StringBuilder(value.length() + 8);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ') {
                text.append(String.format("\\u%04x", (int) c));
                continue;
            }
            if (special.indexOf(c) >= 0) {
                text.append(mark);
            }
            text.append(c);
        }
        return text.toString();
    }

    private static String html(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
