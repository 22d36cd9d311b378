package dev.gatehouse.rewrite.html;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts markup at the anchors of a page, as it is given, besides what another handler does. Markup whose anchor never comes
 * is not put anywhere: nothing is invented to hold it.
 *
 * <p>Threads: confined to one response.
 */
public final class Injector implements TagHandler {

    private final TagHandler inner;
    private final Map<Anchor, byte[]> markup;
    private final Set<Anchor> landed = EnumSet.noneOf(Anchor.class);
    private final AnchorTracker tracker = new AnchorTracker();

    /**
     * An injector for one page.
     *
     * @param inner who else handles tags; its changes and the markup do not see one another
     * @param markup what belongs where, in the encoding of the page
     */
    public Injector(TagHandler inner, Map<Anchor, byte[]> markup) {
        this.inner = inner;
        this.markup = new EnumMap<>(Anchor.class);
        this.markup.putAll(markup);
    }

    /** The anchors that have got their markup so far, in the order of a page. */
    public List<Anchor> landed() {
        return List.copyOf(landed);
    }

    /** The anchors that were given markup and have not come so far, in the order of a page. */
    public List<Anchor> missed() {
        List<Anchor> missed = new ArrayList<>(markup.keySet());
        missed.removeAll(landed);
        return missed;
    }

    @Override
    public boolean wants(TagName name, boolean isEnd) {
        return inner.wants(name, isEnd) || tracker.wants(name, isEnd);
    }

    @Override
    public void startTag(Tag tag) {
        Anchor anchor = tracker.startTag(tag);
        if (inner.wants(tag.name(), false)) {
            inner.startTag(tag);
        }
        insert(anchor, tag);
    }

    @Override
    public void endTag(Tag tag) {
        insert(tracker.endTag(tag), tag);
        if (inner.wants(tag.name(), true)) {
            inner.endTag(tag);
        }
    }

    private void insert(@Nullable Anchor anchor, Tag tag) {
        byte[] text = anchor == null ? null : markup.get(anchor);
        if (anchor == null || text == null || !landed.add(anchor)) {
            return;
        }
        if (anchor.isBehindTag()) {
            tag.insertAfter(text);
        } else {
            tag.insertBefore(text);
        }
    }

    @Override
    public @Nullable RawTextFilter rawText(TagName element) {
        return inner.rawText(element);
    }

    @Override
    public @Nullable PassageWatch watch() {
        return tracker.watchesText() ? tracker : inner.watch();
    }
}
