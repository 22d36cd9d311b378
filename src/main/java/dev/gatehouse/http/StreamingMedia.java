package dev.gatehouse.http;

import org.jspecify.annotations.Nullable;

/**
 * The media types whose bodies are streams of records: event streams and lines of JSON. They are passed on piece by
 * piece as they come; nothing rewrites, joins or holds them back.
 */
public final class StreamingMedia {

    private static final String[] TYPES = {
        "text/event-stream",
        "application/x-ndjson",
        "application/jsonl",
        "application/x-jsonlines",
        "application/stream+json"
    };

    private StreamingMedia() {}

    /**
     * Whether a body of this type is such a stream. Parameters, letter case and space around the type do not count.
     *
     * @param contentType the {@code Content-Type} value; null where there is none, which is no stream
     */
    public static boolean is(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        int start = MediaType.startOfType(contentType);
        int length = MediaType.endOfType(contentType, start) - start;
        for (String type : TYPES) {
            if (length == type.length() && contentType.regionMatches(true, start, type, 0, length)) {
                return true;
            }
        }
        return false;
    }
}
