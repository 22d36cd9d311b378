package dev.gatehouse.rewrite;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.config.model.BodyRewrite;
import dev.gatehouse.event.RewriteSkipped;
import dev.gatehouse.http.MediaType;
import dev.gatehouse.http.StreamingMedia;
import dev.gatehouse.rewrite.charset.CharsetLabels;
import dev.gatehouse.rewrite.coding.ContentCodings;
import dev.gatehouse.rewrite.text.Needles;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether and how the body of a response is rewritten. Looks at heads only.
 *
 * <p>One instance serves a route. Threads: immutable.
 */
public final class BodyRewriter {

    /** What becomes of a body. */
    public sealed interface Decision {

        /**
         * It passes as it came.
         *
         * @param reason why
         */
        record Skip(RewriteSkipped reason) implements Decision {}

        /**
         * It is rewritten.
         *
         * @param kind what it is
         * @param decoders undo its content codings, in this order
         * @param charset what it is written in; null where its bytes are left as they are
         * @param contentType what {@code Content-Type} says from now on; null where it stays
         */
        record Rewrite(
                Kind kind,
                List<BodyFilter> decoders,
                @Nullable Charset charset,
                @Nullable String contentType) implements Decision {}
    }

    /** What a body is. */
    public enum Kind {
        /** A page. */
        HTML,
        /** A style sheet. */
        CSS,
        /** Any other text. */
        TEXT
    }

    private final BodyRewrite rules;
    private final @Nullable Needles needles;

    /** A rewriter with the operator's {@code rules}. */
    public BodyRewriter(BodyRewrite rules) {
        this.rules = rules;
        this.needles = rules.replace().isEmpty() ? null : new Needles(rules.replace());
    }

    /** The operator's rules. */
    public BodyRewrite rules() {
        return rules;
    }

    /** The literals to replace; null for none. */
    @Nullable
    Needles needles() {
        return needles;
    }

    /**
     * Decides.
     *
     * @param hasBody whether a body follows the head
     */
    public Decision decide(
            int status, boolean hasBody, @Nullable String contentType, @Nullable String contentEncoding) {
        if (status == 204 || status == 206 || status == 304) {
            return new Decision.Skip(RewriteSkipped.BODYLESS_STATUS);
        }
        if (!hasBody) {
            return new Decision.Skip(RewriteSkipped.NO_BODY);
        }
        if (StreamingMedia.is(contentType)) {
            return new Decision.Skip(RewriteSkipped.STREAMING_MEDIA);
        }
        MediaType type = MediaType.of(contentType);
        if (!isListed(type.type())) {
            return new Decision.Skip(RewriteSkipped.CONTENT_TYPE);
        }
        return rewrite(type, contentEncoding);
    }

    private Decision rewrite(MediaType type, @Nullable String contentEncoding) {
        String label = type.charset();
        Charset declared = label == null ? null : CharsetLabels.find(label);
        Charset charset = declared == null ? fallback() : declared;
        if (charset == null && (label != null || rules.fallbackCharset() != null)) {
            return new Decision.Skip(RewriteSkipped.CHARSET_UNDECODABLE);
        }
        List<BodyFilter> decoders = ContentCodings.decoders(contentEncoding);
        if (decoders == null) {
            return new Decision.Skip(RewriteSkipped.CONTENT_ENCODING);
        }
        boolean transcodes = charset != null && !charset.equals(StandardCharsets.UTF_8);
        return new Decision.Rewrite(
                kind(type.type()),
                decoders,
                transcodes ? charset : null,
                transcodes || declared == null && charset != null ? type.type() + "; charset=utf-8" : null);
    }

    private @Nullable Charset fallback() {
        String label = rules.fallbackCharset();
        return label == null ? null : CharsetLabels.find(label);
    }

    private boolean isListed(String type) {
        for (String prefix : rules.contentTypes()) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static Kind kind(String type) {
        return switch (type) {
            case "text/html", "application/xhtml+xml" -> Kind.HTML;
            case "text/css" -> Kind.CSS;
            default -> Kind.TEXT;
        };
    }
}
