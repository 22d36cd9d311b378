package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How response bodies are rewritten while they stream.
 *
 * @param rewriteLinks whether links to the upstream are mapped onto the proxy; true by default
 * @param replace literal replacements, made in one pass, in the operator's order; none by default
 * @param contentTypes the media types that are rewritten, as prefixes, lower case; {@code text/html} by default. An empty
 *     list rewrites nothing.
 * @param rewriteStyles whether {@code url()} in embedded styles is mapped too; true by default
 * @param fallbackCharset the charset of bodies that declare none that can be decoded; null for UTF-8
 * @param csp what becomes of a content security policy; {@link Csp#DROP} by default
 * @param inject markup to place at the anchors of a page; null for none
 */
public record BodyRewrite(
        boolean rewriteLinks,
        List<Replacement> replace,
        List<String> contentTypes,
        boolean rewriteStyles,
        @Nullable String fallbackCharset,
        Csp csp,
        @Nullable Inject inject) {

    /** Copies the lists. */
    public BodyRewrite {
        replace = List.copyOf(replace);
        contentTypes = List.copyOf(contentTypes);
    }

    private static final List<String> DEFAULT_CONTENT_TYPES = List.of("text/html");

    static BodyRewrite read(Section in) {
        BodyRewrite rewrite = new BodyRewrite(
                in.value("rewriteLinks", Expectation.FLAG).orElse(true),
                Replacement.readList(in),
                in.list("contentTypes", 0, Section.UNBOUNDED, Grammar.TYPE_PREFIX)
                        .orElse(DEFAULT_CONTENT_TYPES),
                in.value("rewriteStyles", Expectation.FLAG).orElse(true),
                in.value("fallbackCharset", Expectation.TEXT).orElse(null),
                in.value("csp", Expectation.constant(Csp.class)).orElse(Csp.DROP),
                in.section("inject").map(Inject::read).orElse(null));
        in.refuseUnknownKeys();
        return rewrite;
    }
}
