package dev.gatehouse.rewrite;

import dev.gatehouse.body.BodyFilter;
import dev.gatehouse.body.FilterChain;
import dev.gatehouse.event.InjectEnd;
import dev.gatehouse.rewrite.charset.ToUtf8;
import dev.gatehouse.rewrite.css.CssFilter;
import dev.gatehouse.rewrite.text.LinkFilter;
import dev.gatehouse.rewrite.text.LiteralFilter;
import dev.gatehouse.rewrite.text.Needles;
import dev.gatehouse.rewrite.url.LinkMapper;
import java.util.ArrayList;
import java.util.List;
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
     */
    public static BodyFilters of(
            BodyRewriter rewriter, BodyRewriter.Decision.Rewrite decision, Mount mount, String upstreamPath) {
        List<BodyFilter> stack = new ArrayList<>(decision.decoders());
        if (decision.charset() != null) {
            stack.add(new ToUtf8(decision.charset()));
        }
        LinkMapper mapper = new LinkMapper(mount, upstreamPath);
        boolean links = rewriter.rules().rewriteLinks();
        switch (decision.kind()) {
            case HTML -> {}
            case CSS -> addIf(links, stack, new CssFilter(mapper));
            case TEXT -> addIf(links, stack, new LinkFilter(mapper));
        }
        Needles needles = rewriter.needles();
        if (needles != null) {
            stack.add(new LiteralFilter(needles));
        }
        return new BodyFilters(stack.isEmpty() ? null : FilterChain.of(stack), null);
    }

    private static void addIf(boolean wanted, List<BodyFilter> stack, BodyFilter filter) {
        if (wanted) {
            stack.add(filter);
        }
    }
}
