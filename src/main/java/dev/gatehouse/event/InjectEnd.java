package dev.gatehouse.event;

import java.util.List;

/**
 * What became of the markup that a route places in a page.
 *
 * @param landed the anchors that were reached: {@code headStart}, {@code headEnd}, {@code bodyStart}, {@code bodyEnd}
 * @param missed the configured anchors that were not
 */
public record InjectEnd(List<String> landed, List<String> missed) {

    /** Copies the lists. */
    public InjectEnd {
        landed = List.copyOf(landed);
        missed = List.copyOf(missed);
    }
}
