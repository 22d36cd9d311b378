package dev.gatehouse.event;

import java.util.Locale;

/** Why a body was passed on as it came. */
public enum RewriteSkipped {
    /** The route rewrites no bodies. */
    NOT_CONFIGURED,
    /** The status is 204, 206 or 304: there is no body, or only a part of one. */
    BODYLESS_STATUS,
    /** There is no body, for example after HEAD. */
    NO_BODY,
    /** The media type is not among those that the route rewrites. */
    CONTENT_TYPE,
    /** The media type is one of streams of events or records, which are never rewritten. */
    STREAMING_MEDIA,
    /** The characters are written in a way that cannot be decoded. */
    CHARSET_UNDECODABLE,
    /** The body is compressed in a way that cannot be undone. */
    CONTENT_ENCODING,
    /** The body comes from the store, where it lies rewritten already. */
    SERVED_FROM_CACHE;

    /** The name in logs, lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
