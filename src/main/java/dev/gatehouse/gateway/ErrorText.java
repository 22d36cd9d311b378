package dev.gatehouse.gateway;

import dev.gatehouse.config.tree.JsonDocument;
import dev.gatehouse.config.tree.Node.TextNode;
import dev.gatehouse.config.tree.Position;
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
            return json(value);
        }
        return type.contains("html") || type.contains("xml") ? html(value) : value;
    }

    /** As it stands between the quotes of a JSON text. */
    private static String json(String value) {
        String quoted = JsonDocument.write(new TextNode(Position.NONE, value));
        return quoted.substring(1, quoted.length() - 1);
    }

    private static String html(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
