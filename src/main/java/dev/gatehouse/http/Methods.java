package dev.gatehouse.http;

/** What a method lets us conclude. Methods are case-sensitive (RFC 9110, section 9.1). */
public final class Methods {

    private Methods() {}

    /**
     * Whether a request may be sent twice without doing more than once: GET, HEAD, OPTIONS and TRACE always, PUT and
     * DELETE when they have no body. Unknown methods are not.
     *
     * @param hasBody see {@link RequestHead#hasBody()}
     */
    public static boolean isIdempotent(String method, boolean hasBody) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE" -> true;
            case "PUT", "DELETE" -> !hasBody;
            default -> false;
        };
    }
}
