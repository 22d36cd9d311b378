package dev.gatehouse.rewrite.coding;

import dev.gatehouse.body.BodyFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the decoders for a {@code Content-Encoding}. */
public final class ContentCodings {

    private static final int MOST = 3;

    private ContentCodings() {}

    /**
     * The decoders, in the order in which the body passes them.
     *
     * @param contentEncoding the combined field; null for none
     * @return empty where nothing is encoded; null where a coding is not known here
     */
    public static @Nullable List<BodyFilter> decoders(@Nullable String contentEncoding) {
        if (contentEncoding == null) {
            return List.of();
        }
        List<BodyFilter> decoders = new ArrayList<>();
        for (String coding : contentEncoding.split(",", -1)) {
            switch (coding.strip().toLowerCase(Locale.ROOT)) {
                case "", "identity" -> {}
                case "gzip", "x-gzip" -> decoders.add(new GzipDecoder());
                case "deflate" -> decoders.add(new DeflateDecoder());
                default -> {
                    return null;
                }
            }
        }
        Collections.reverse(decoders); // the last one applied comes off first
        return decoders.size() <= MOST ? decoders : null;
    }
}
