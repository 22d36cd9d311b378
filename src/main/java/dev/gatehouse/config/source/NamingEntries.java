package dev.gatehouse.config.source;

import java.util.regex.Pattern;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** What the container has bound for this application in JNDI. */
final class NamingEntries {

    private static final String PREFIX = "java:comp/env/gatehouse/";

    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");

    private NamingEntries() {}

    /** The entry below {@code java:comp/env/gatehouse/}; null where it is not bound, or where there is no naming at all. */
    @SuppressWarnings("BanJNDI") // the application's own environment, under a fixed prefix and with a plain name
    static @Nullable Object find(String name) {
        if (!PLAIN_NAME.matcher(name).matches()) {
            return null;
        }
        try {
            return InitialContext.doLookup(PREFIX + name);
        } catch (NamingException unbound) {
            return null;
        }
    }
}
