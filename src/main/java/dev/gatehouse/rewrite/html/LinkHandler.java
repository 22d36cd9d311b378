package dev.gatehouse.rewrite.html;

import dev.gatehouse.rewrite.url.LinkMapper;
import dev.gatehouse.rewrite.url.Notation;
import dev.gatehouse.rewrite.url.UrlLists;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Maps the links in the attributes of any element, and those in styles. Text, comments and scripts stay as they are.
 *
 * <p>Where the target of an element is mapped, its {@code integrity} is dropped: what comes from the proxy may have been
 * rewritten.
 *
 * <p>Threads: confined to one page.
 */
public final class LinkHandler implements TagHandler {

    private static final byte[] HTTP_EQUIV = "http-equiv".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REFRESH = "refresh".getBytes(StandardCharsets.US_ASCII);

    private final LinkMapper mapper;
    private final @Nullable StyleRewriter styles;
    private final boolean isNested;
    private final EditList edits = new EditList();

    /**
     * A handler for one page.
     *
     * @param mapper maps single references
     * @param styles maps style sheets; null to leave styles, and with them {@code srcdoc} and {@code <meta
     *     http-equiv=refresh>}, as they are
     */
    public LinkHandler(LinkMapper mapper, @Nullable StyleRewriter styles) {
        this(mapper, styles, /* isNested= */ false);
    }

    private LinkHandler(LinkMapper mapper, @Nullable StyleRewriter styles, boolean isNested) {
        this.mapper = mapper;
        this.styles = styles;
        this.isNested = isNested;
    }

    @Override
    public boolean wants(TagName name, boolean isEnd) {
        return !isEnd;
    }

    @Override
    public void startTag(Tag tag) {
        EditList collected = collect(tag);
        if (!collected.isEmpty()) {
            collected.moveTo(tag::replace);
        }
    }

    @Override
    public @Nullable RawTextFilter rawText(TagName element) {
        return element == TagName.STYLE && styles != null ? styles.sheet() : null;
    }

    /** The changes a start tag needs, in ascending order. */
    EditList collect(Tag tag) {
        byte[] bytes = tag.bytes();
        int seen = 0;
        int integrity = -1;
        boolean isTargetMapped = false;
        for (int i = 0; i < tag.attributes(); i++) {
            LinkAttribute attribute = LinkAttribute.find(bytes, tag.nameFrom(i), tag.nameTo(i));
            if (attribute == null || (seen & attribute.bit) != 0) {
                continue; // of a repeated attribute only the first counts
            }
            seen |= attribute.bit;
            if (attribute == LinkAttribute.INTEGRITY) {
                integrity = i;
            } else if (tag.valueFrom(i) < tag.valueTo(i)) {
                boolean changed = map(tag, i, attribute);
                isTargetMapped |= changed && (attribute == LinkAttribute.HREF || attribute == LinkAttribute.SRC);
            }
        }
        if (isTargetMapped && integrity >= 0) {
            edits.insert(tag.nameFrom(integrity), tag.attributeTo(integrity), tag.inPlaceOf(integrity));
        }
        return edits;
    }

    private boolean map(Tag tag, int i, LinkAttribute attribute) {
        byte[] bytes = tag.bytes();
        int from = tag.valueFrom(i);
        int to = tag.valueTo(i);
        return switch (attribute.form) {
            case URL ->
                isBase(tag, attribute)
                        ? mapper.mapBase(bytes, from, to, Notation.HTML, edits)
                        : mapper.map(bytes, from, to, Notation.HTML, edits);
            case SPACED_URLS -> UrlLists.spaced(bytes, from, to, mapper, edits);
            case CANDIDATES -> UrlLists.srcset(bytes, from, to, mapper, edits);
            case REFRESH -> isRefresh(tag) && UrlLists.refresh(bytes, from, to, mapper, edits);
            case STYLE -> styles != null && styles.attribute(bytes, from, to, edits);
            case PAGE -> styles != null && !isNested && page(tag, i, styles);
            case INTEGRITY -> false;
        };
    }

    private static boolean isBase(Tag tag, LinkAttribute attribute) {
        return attribute == LinkAttribute.HREF && tag.name() == TagName.BASE && !tag.isInForeign();
    }

    private boolean isRefresh(Tag tag) {
        if (styles == null || tag.name() != TagName.META) {
            return false;
        }
        int i = tag.find(HTTP_EQUIV);
        return i >= 0 && Scan.spells(tag.bytes(), tag.valueFrom(i), tag.valueTo(i), REFRESH);
    }

    private boolean page(Tag tag, int i, StyleRewriter rewriter) {
        LinkHandler inner = new LinkHandler(mapper.within(), rewriter, /* isNested= */ true);
        return new NestedPage(inner, tag.quote(i), edits).rewrite(tag.bytes(), tag.valueFrom(i), tag.valueTo(i));
    }
}
