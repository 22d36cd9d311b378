package dev.gatehouse.http;

import java.util.Set;

/** Names and values of fields. */
public final class FieldNames {

    /** Fields for the next connection only, lower case. */
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

    private FieldNames() {}

    /** Whether {@code name} is a token (RFC 9110, section 5.6.2). */
    public static boolean isToken(String name) {
        return name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    }

    /** Whether {@code value} holds neither CR, LF nor NUL. */
    public static boolean isLegalValue(String value) {
        return value.chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0);
    }
}
