package dev.gatehouse.rewrite.html;

import dev.gatehouse.body.ByteQueue;
import java.nio.charset.StandardCharsets;

/**
 * Marks scripts in markup of the operator, so that a content security policy lets them run (Content Security Policy Level
 * 3, section 7.2.3).
 */
public final class ScriptNonce {

    private static final byte[] NONCE = "nonce".getBytes(StandardCharsets.US_ASCII);

    private ScriptNonce() {}

    /**
     * The same markup, each script with {@code nonce}; a script that has one of its own keeps it.
     *
     * @param markup whole; not changed
     * @param nonce of base64 characters only
     */
    public static byte[] mark(byte[] markup, String nonce) {
        byte[] attribute = (" nonce=\"" + nonce + '"').getBytes(StandardCharsets.US_ASCII);
        HtmlTokenizer tokenizer = new HtmlTokenizer(new Marker(attribute));
        ByteQueue out = new ByteQueue(markup.length + 2 * attribute.length);
        tokenizer.write(markup, 0, markup.length, out);
        tokenizer.end(out);
        return out.toBytes();
    }

    private record Marker(byte[] attribute) implements TagHandler {

        @Override
        public boolean wants(TagName name, boolean isEnd) {
            return name == TagName.SCRIPT && !isEnd;
        }

        @Override
        public void startTag(Tag tag) {
            if (tag.find(NONCE) < 0) {
                tag.replace(tag.nameTo(), tag.nameTo(), attribute);
            }
        }
    }
}
