package dev.gatehouse.http;

import java.util.Set;

/** What a field line may look like (RFC 9110, section 5), and which fields concern one connection only. */
public final class FieldNames {

    /**
     * Names, in lower case, of the fields that are never passed on. To these come the names that the message's own
     * {@code Connection} field lists (RFC 9110, section 7.6.1).
     */
    public static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private FieldNames() {}

    /** Whether {@code text} is a token (RFC 9110, section 5.6.2): at least one character, no space, no separator. */
    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isTokenCharacter(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /**
     * Whether {@code text} may be sent as a field value: no CR, LF, NUL or other control character except the tab.
     * Empty is legal, and so are the characters from 0x80 (RFC 9110, section 5.5, {@code obs-text}).
     */
    public static boolean isLegalValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTokenCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || TOKEN_MARKS.indexOf(c) >= 0;
    }
}
