package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Section;
import java.util.List;

/**
 * Which countries are let in, by ISO 3166-1 alpha-2 code in upper case.
 *
 * @param blockCountries the countries that are refused; none by default
 * @param allowCountries the only countries that are let in; empty for any. With a list, an unknown country is refused.
 */
public record Geo(List<String> blockCountries, List<String> allowCountries) {

    /** Copies the lists. */
    public Geo {
        blockCountries = List.copyOf(blockCountries);
        allowCountries = List.copyOf(allowCountries);
    }

    static Geo read(Section in) {
        List<String> block =
                in.list("blockCountries", 0, Section.UNBOUNDED, Grammar.COUNTRY).orElse(List.of());
        List<String> allow =
                in.list("allowCountries", 1, Section.UNBOUNDED, Grammar.COUNTRY).orElse(List.of());
        return new Geo(Grammar.distinct(block), Grammar.distinct(allow));
    }
}
