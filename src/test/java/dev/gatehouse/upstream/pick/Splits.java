package dev.gatehouse.upstream.pick;

import dev.gatehouse.config.model.Failover;
import dev.gatehouse.config.model.HashBy;
import dev.gatehouse.config.model.HashType;
import dev.gatehouse.config.model.Outlier;
import dev.gatehouse.config.model.SplitEntry;
import dev.gatehouse.config.model.StickyBy;
import dev.gatehouse.config.model.Target;
import dev.gatehouse.config.model.UpstreamRef;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Splits and keys as the golden vectors have them. */
final class Splits {

    /** The keys of the vectors of both kinds, in the order of their results. */
    static final List<String> KEYS = List.of(
            "203.0.113.9",
            "198.51.100.4",
            "192.0.2.1",
            "10.0.0.1",
            "2001:db8::1",
            "",
            "/assets/app.js",
            "https://p.dev/x?tenant=acme",
            "acme");

    private Splits() {}

    /** Entries written as {@code "a.test 95"}. */
    static List<SplitEntry> entries(String... written) {
        return Stream.of(written)
                .map(text -> text.split(" ", 2))
                .map(parts ->
                        new SplitEntry(Objects.requireNonNull(UpstreamRef.parse(parts[0])), Integer.parseInt(parts[1])))
                .toList();
    }

    /** Entries {@code u0.test}, {@code u1.test} and so on. */
    static List<SplitEntry> weighing(int... weights) {
        return entries(IntStream.range(0, weights.length)
                .mapToObj(i -> "u" + i + ".test " + weights[i])
                .toArray(String[]::new));
    }

    /** The 4000 addresses over which the vectors tell the shares. */
    static List<String> crowd() {
        return IntStream.range(0, 4000)
                .mapToObj(i -> "10.0." + i / 256 + "." + i % 256)
                .toList();
    }

    static Target.Split split(List<SplitEntry> entries, HashBy by, HashType type) {
        return split(entries, by, type, null);
    }

    static Target.Split split(List<SplitEntry> entries, HashBy by, HashType type, @Nullable StickyBy sticky) {
        return new Target.Split(entries, Failover.DEFAULT, Outlier.DEFAULT, sticky, by, type);
    }
}
