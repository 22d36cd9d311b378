package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.http.FieldNames;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.net.HostPattern;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The forms of words that several blocks of a route table share, each with its normalisation. */
final class Grammar {

    /** A method, in upper case. */
    static final Expectation<String> METHOD = Expectation.text("a method made of letters", Pattern.compile("[A-Za-z]+"))
            .as(Grammar::upper);

    /** A field name, in lower case. */
    static final Expectation<String> FIELD_NAME = Expectation.text(
            "a header name (a token, RFC 9110)", name -> FieldNames.isToken(name) ? lower(name) : null);

    /** A token as written, as cookie names are. */
    static final Expectation<String> COOKIE_NAME =
            Expectation.text("a cookie name (a token, RFC 9110)", name -> FieldNames.isToken(name) ? name : null);

    /** The name of a query parameter as written. */
    static final Expectation<String> QUERY_NAME =
            Expectation.text("a parameter name without white space, &, = and #", Pattern.compile("[^\\s&=#]+"));

    /** The value of a field. It may be a credential, so it is never shown. */
    static final Expectation<String> FIELD_VALUE = Expectation.text(
                    "text without CR, LF and NUL", value -> FieldNames.isLegalValue(value) ? value : null)
            .hidden();

    /** A media type as it is sent. */
    static final Expectation<String> CONTENT_TYPE =
            Expectation.text("a media type", type -> !type.isEmpty() && FieldNames.isLegalValue(type) ? type : null);

    /** The beginning of a media type, in lower case. */
    static final Expectation<String> TYPE_PREFIX = Expectation.TEXT.as(Grammar::lower);

    /** Labels of letters, digits and inner hyphens. */
    private static final Pattern HOST_FORM = Pattern.compile(
            "(?:\\*\\.)?[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*");

    /** A host or all hosts below one. */
    static final Expectation<HostPattern> HOST =
            Expectation.text("a host name, or *. and a host name, without port", Grammar::host);

    /** One host, in lower case. */
    static final Expectation<String> HOST_NAME = Expectation.text("a host name, without port", text -> {
        HostPattern host = host(text);
        return host == null || host.isWildcard() ? null : host.text();
    });

    /** A country, in upper case. */
    static final Expectation<String> COUNTRY = Expectation.text(
                    "a country code of two letters", Pattern.compile("[A-Za-z]{2}"))
            .as(Grammar::upper);

    /** A path that can stand in a request line as it is. */
    static final Expectation<String> PLAIN_PATH = Expectation.text(
            "a path that begins with /, without query, escapes, repeated slashes and dot segments",
            path -> isPlain(path) ? path : null);

    /** The name of a secret. What is written instead may be the secret itself, so it is not shown. */
    static final Expectation<String> SECRET_NAME = Expectation.text(
                    "the name of a secret, never the secret itself",
                    Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,254}"))
            .hidden();

    private static final Pattern PLAIN_FORM = Pattern.compile("(?:/[A-Za-z0-9._~-]+)+/?");

    /** A failure by the name it has in policies. */
    static final Expectation<FailureKind> FAILURE = Expectation.constant(FailureKind.class, FailureKind::text);

    private Grammar() {}

    /** The entries without repetitions. */
    static <T> List<T> distinct(List<T> entries) {
        return entries.stream().distinct().toList();
    }

    /** Letters, digits and {@code . _ ~ - /} only, no segment that is empty or made of dots. */
    static boolean isPlain(String path) {
        return PLAIN_FORM.matcher(path).matches() && PathPrefix.parse(path) != null;
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static @Nullable HostPattern host(String text) {
        return HOST_FORM.matcher(text).matches() ? HostPattern.parse(text) : null;
    }

    static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }
}
