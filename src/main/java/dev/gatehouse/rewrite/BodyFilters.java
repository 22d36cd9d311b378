package dev.gatehouse.rewrite;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.FilterChain;
import dev.gatehouse.config.model.BodyRewrite;
import dev.gatehouse.config.model.Inject;
import dev.gatehouse.event.InjectEnd;
import dev.gatehouse.rewrite.charset.ToUtf8;
import dev.gatehouse.rewrite.css.CssFilter;
import dev.gatehouse.rewrite.html.Anchor;
import dev.gatehouse.rewrite.html.HtmlFilter;
import dev.gatehouse.rewrite.html.LinkHandler;
import dev.gatehouse.rewrite.html.ScriptNonce;
import dev.gatehouse.rewrite.html.StyleRewriter;
import dev.gatehouse.rewrite.text.LinkFilter;
import dev.gatehouse.rewrite.text.LiteralFilter;
import dev.gatehouse.rewrite.text.Needles;
import dev.gatehouse.rewrite.url.LinkMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stacks the filters of one response, in this order: content codings come off, characters become UTF-8, links are mapped
 * and markup is placed, and at last literals are replaced, so that they see the page as the visitor will.
 *
 * @param filter what the body passes through; null where nothing has to change
 * @param injected tells what has become of the markup to be placed; null for none
 */
public record BodyFilters(
        @Nullable BodyFilter filter, @Nullable Supplier<InjectEnd> injected) {

    /**
     * The filters of one response.
     *
     * @param decision how its body is rewritten
     * @param mount the mapping
     * @param upstreamPath the path of the body, which relative links refer to
     * @param nonce what scripts that are placed bear; null for nothing
     */
    public static BodyFilters of(
            BodyRewriter rewriter,
            BodyRewriter.Decision.Rewrite decision,
            Mount mount,
            String upstreamPath,
            @Nullable String nonce) {
        List<BodyFilter> stack = new ArrayList<>(decision.decoders());
        if (decision.charset() != null) {
            stack.add(new ToUtf8(decision.charset()));
        }
        LinkMapper mapper = new LinkMapper(mount, upstreamPath);
        HtmlFilter page = null;
        boolean links = rewriter.rules().rewriteLinks();
        switch (decision.kind()) {
            case HTML -> {
                page = page(rewriter.rules(), mapper, nonce);
                addIf(page != null, stack, page);
            }
            case CSS -> addIf(links, stack, new CssFilter(mapper));
            case TEXT -> addIf(links, stack, new LinkFilter(mapper));
        }
        Needles needles = rewriter.needles();
        if (needles != null) {
            stack.add(new LiteralFilter(needles));
        }
        HtmlFilter placing = rewriter.rules().inject() == null ? null : page;
        return new BodyFilters(
                stack.isEmpty() ? null : FilterChain.of(stack), placing == null ? null : () -> placed(placing));
    }

    private static @Nullable HtmlFilter page(BodyRewrite rules, LinkMapper mapper, @Nullable String nonce) {
        Map<Anchor, byte[]> markup = markup(rules.inject());
        if (nonce != null) {
            markup.replaceAll((anchor, text) -> ScriptNonce.mark(text, nonce));
        }
        if (!rules.rewriteLinks() && markup.isEmpty()) {
            return null;
        }
        StyleRewriter styles = rules.rewriteStyles() ? new PageStyles(mapper) : null;
        return new HtmlFilter(rules.rewriteLinks() ? new LinkHandler(mapper, styles) : null, markup);
    }

    private static Map<Anchor, byte[]> markup(@Nullable Inject inject) {
        Map<Anchor, byte[]> markup = new EnumMap<>(Anchor.class);
        if (inject != null) {
            put(markup, Anchor.HEAD_START, inject.headStart());
            put(markup, Anchor.HEAD_END, inject.headEnd());
            put(markup, Anchor.BODY_START, inject.bodyStart());
            put(markup, Anchor.BODY_END, inject.bodyEnd());
        }
        return markup;
    }

    private static void put(Map<Anchor, byte[]> markup, Anchor anchor, @Nullable String text) {
        if (text != null) {
            markup.put(anchor, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static InjectEnd placed(HtmlFilter page) {
        return new InjectEnd(names(page.landed()), names(page.missed()));
    }

    private static List<String> names(List<Anchor> anchors) {
        return anchors.stream().map(Anchor::key).toList();
    }

    private static void addIf(boolean wanted, List<BodyFilter> stack, @Nullable BodyFilter filter) {
        if (wanted && filter != null) {
            stack.add(filter);
        }
    }
}
