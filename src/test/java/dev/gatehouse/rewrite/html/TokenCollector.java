package dev.gatehouse.rewrite.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes down what a tokenizer shows in the form of the public tokenizer suite. */
final class TokenCollector implements TagHandler, PassageWatch {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final TokenTexts texts;
    private final ArrayNode tokens = JSON.arrayNode();
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private @Nullable Passage pendingKind;

    TokenCollector(TokenTexts texts) {
        this.texts = texts;
    }

    ArrayNode tokens() {
        settle();
        return tokens;
    }

    @Override
    public boolean wants(TagName name, boolean isEnd) {
        return true;
    }

    @Override
    public PassageWatch watch() {
        return this;
    }

    @Override
    public void startTag(Tag tag) {
        settle();
        ObjectNode attributes = JSON.objectNode();
        for (int i = 0; i < tag.attributes(); i++) {
            String name = name(tag, tag.nameFrom(i), tag.nameTo(i));
            if (!attributes.has(name)) {
                String value = TokenTexts.decode(tag.bytes(), tag.valueFrom(i), tag.valueTo(i));
                attributes.put(name, texts.withReferences(TokenTexts.withoutNul(value), /* inAttribute= */ true));
            }
        }
        ArrayNode token = tokens.addArray().add("StartTag");
        token.add(name(tag, tag.nameFrom(), tag.nameTo())).add(attributes);
        if (tag.isSelfClosing()) {
            token.add(true);
        }
    }

    @Override
    public void endTag(Tag tag) {
        settle();
        tokens.addArray().add("EndTag").add(name(tag, tag.nameFrom(), tag.nameTo()));
    }

    private static String name(Tag tag, int from, int to) {
        return TokenTexts.lowerCase(TokenTexts.withoutNul(TokenTexts.decode(tag.bytes(), from, to)));
    }

    @Override
    public void passage(Passage kind, byte[] bytes, int from, int to) {
        if (pendingKind != kind) {
            settle();
        }
        pendingKind = kind;
        pending.write(bytes, from, to - from);
    }

    @Override
    public void ended(Passage kind, boolean isClosed) {
        String markup = TokenTexts.decode(pending.toByteArray(), 0, pending.size());
        switch (kind) {
            case COMMENT -> tokens.addArray().add("Comment").add(TokenTexts.comment(markup, isClosed));
            case BOGUS_COMMENT -> tokens.addArray().add("Comment").add(TokenTexts.bogusComment(markup, isClosed));
            case DOCTYPE -> doctype(TokenTexts.doctype(markup, isClosed));
            case CDATA -> characters(isClosed ? markup.substring(0, markup.length() - 3) : markup);
            default -> throw new IllegalStateException("no such passage ends: " + kind);
        }
        pending.reset();
        pendingKind = null;
    }

    private void doctype(Map<String, Object> parts) {
        ArrayNode token = tokens.addArray().add("DOCTYPE");
        for (String part : new String[] {"name", "public", "system"}) {
            token.add((String) parts.get(part));
        }
        token.add((Boolean) parts.get("correct"));
    }

    /** Ends the text that has been collected. */
    private void settle() {
        if (pendingKind == null) {
            return;
        }
        String text = TokenTexts.decode(pending.toByteArray(), 0, pending.size());
        switch (pendingKind) {
            case TEXT -> characters(texts.withReferences(text, /* inAttribute= */ false));
            case ESCAPABLE_TEXT ->
                characters(texts.withReferences(TokenTexts.withoutNul(text), /* inAttribute= */ false));
            default -> characters(TokenTexts.withoutNul(text));
        }
        pending.reset();
        pendingKind = null;
    }

    private void characters(String text) {
        boolean follows = !tokens.isEmpty()
                && tokens.get(tokens.size() - 1).get(0).asText().equals("Character");
        String before = follows ? tokens.remove(tokens.size() - 1).get(1).asText() : "";
        if (!(before + text).isEmpty()) {
            tokens.addArray().add("Character").add(before + text);
        }
    }
}
