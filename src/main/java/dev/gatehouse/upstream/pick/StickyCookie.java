package dev.gatehouse.upstream.pick;

/**
 * The cookie that keeps a caller at an upstream: it holds the upstream's authority. It lasts for the browser's session, is
 * this host's alone (no {@code Domain}), and names nothing that the table does not: whoever forges one chooses among the
 * entries of the split.
 */
public final class StickyCookie {

    /** Its name. It is for us, and not for an upstream. */
    public static final String NAME = "__jouska_upstream";

    private StickyCookie() {}

    /**
     * The {@code Set-Cookie} value (RFC 6265, section 4.1).
     *
     * @param authority of the upstream, lower case
     * @param mount where we are mounted, as in the visitor's URL: empty, or begins with {@code /} and does not end with it
     * @param secure whether the visitor came over https: the cookie then returns over https only
     */
    public static String line(String authority, String mount, boolean secure) {
        int parameter = mount.indexOf(';'); // would begin another attribute
        String path = parameter < 0 ? mount : mount.substring(0, parameter);
        return NAME + "=" + authority + "; Path=" + (path.isEmpty() ? "/" : path) + "; HttpOnly; SameSite=Lax"
                + (secure ? "; Secure" : "");
    }
}
