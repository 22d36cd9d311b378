package dev.gatehouse.guard.jwt;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Claims as text: for comparing them with what the operator wrote, and for headers.
 *
 * <p>In a header stand printable ASCII characters only. All others, {@code %} itself and spaces at either end are percent
 * encoded as UTF-8 (RFC 3986, section 2.1), so that whoever decodes has the claim as the issuer wrote it and nobody can
 * write a header of his own into one. Entries of a list are joined with commas, and a comma within one is encoded.
 */
final class ClaimText {

    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    /** Beyond it a number with a fraction, or in exponent form, may not be the one that was written. */
    private static final double EXACT = 1L << 53;

    private ClaimText() {}

    /**
     * The single values of a claim, an entry each for a list: texts as they are, numbers and truth values as in JSON.
     * Objects, lists within lists and numbers too large to be held exactly are left out.
     */
    static List<String> values(@Nullable Object claim) {
        Collection<?> entries = claim instanceof Collection<?> list ? list : claim == null ? List.of() : List.of(claim);
        return entries.stream().map(ClaimText::value).filter(Objects::nonNull).toList();
    }

    private static @Nullable String value(@Nullable Object entry) {
        if (entry instanceof Double number) {
            return Math.abs(number) <= EXACT
                    ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                    : null;
        }
        return entry instanceof String || entry instanceof Long || entry instanceof Boolean ? entry.toString() : null;
    }

    /** The value of a header; null where the claim has nothing that could stand there. */
    static @Nullable String header(@Nullable Object claim) {
        boolean isList = claim instanceof Collection<?>;
        StringJoiner joined = new StringJoiner(",");
        for (String value : values(claim)) {
            joined.add(encoded(value, isList));
        }
        return joined.length() == 0 ? null : joined.toString();
    }

    private static String encoded(String text, boolean inList) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder encoded = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int b = bytes[i] & 0xff;
            boolean atEnd = i == 0 || i == bytes.length - 1;
            boolean plain = b > ' ' && b < 0x7f && b != '%' && !(inList && b == ',') || b == ' ' && !atEnd;
            if (plain) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX[b >> 4]).append(HEX[b & 15]);
            }
        }
        return encoded.toString();
    }
}
