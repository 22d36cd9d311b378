package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads where a route leads. The forms exclude one another, and some settings belong to one form only. */
final class TargetReader {

    private static final int MAX_UPSTREAMS = 64;
    private static final int MAX_WEIGHT = 1_000_000;
    private static final List<String> UPSTREAM_FORMS = List.of("upstream", "upstreams", "trafficSplit", "pool");

    private static final String FORMS = "one of upstream, upstreams, trafficSplit, pool or respond";

    private final Section route;
    private final boolean allowPrivate;
    private final Expectation<UpstreamRef> upstream;

    /** A reader of {@code route}; {@code allowPrivate} lifts the address screen. */
    TargetReader(Section route, boolean allowPrivate) {
        this.route = route;
        this.allowPrivate = allowPrivate;
        this.upstream = UpstreamRef.expectation(allowPrivate);
    }

    /** The target; empty, with a note, where there is none or it is faulty. */
    Optional<Target> read() {
        checkExactlyOne();
        Optional<Target> single = route.value("upstream", upstream).map(Target.Single::new);
        Optional<List<UpstreamRef>> candidates = route.list("upstreams", 1, MAX_UPSTREAMS, upstream);
        Optional<List<SplitEntry>> split =
                route.sections("trafficSplit", 1, MAX_UPSTREAMS).map(this::entries);
        Optional<Target> pool = route.section("pool").flatMap(in -> Pool.read(in, allowPrivate));
        Optional<Target> edge = route.section("respond").flatMap(Respond::read);
        Failover failover = route.section("failover").map(Failover::read).orElse(Failover.DEFAULT);
        Outlier outlier = route.section("outlier").map(Outlier::read).orElse(Outlier.DEFAULT);
        Optional<StickyBy> stickyBy = route.value("stickyBy", Expectation.constant(StickyBy.class));
        Optional<HashBy> hashBy = route.section("hashBy").flatMap(HashBy::read);
        HashType hashType =
                route.value("hashType", Expectation.constant(HashType.class)).orElse(HashType.MODULO);
        checkBelongings();
        if (stickyBy.isPresent() && hashBy.isPresent() && !(hashBy.get() instanceof HashBy.Ip)) {
            route.problem("stickyBy", "no stickyBy beside a hashBy other than ip");
        }
        Optional<Target> several = candidates.map(list -> new Target.Candidates(list, failover, outlier));
        Optional<Target> shared = split.map(entries -> new Target.Split(
                entries, failover, outlier, stickyBy.orElse(null), hashBy.orElse(new HashBy.Ip()), hashType));
        return Stream.of(single, several, shared, pool, edge)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private void checkExactlyOne() {
        List<String> written = UPSTREAM_FORMS.stream().filter(route::has).toList();
        boolean responds = route.has("respond");
        if (written.isEmpty() && !responds) {
            route.fault("no target", FORMS);
        } else if (written.size() + (responds ? 1 : 0) > 1) {
            String forms = String.join(", ", written) + (responds ? ", respond" : "");
            route.fault((written.size() + (responds ? 1 : 0)) + " targets: " + forms, FORMS);
        }
    }

    private void checkBelongings() {
        boolean split = route.has("trafficSplit");
        boolean several = split || route.has("upstreams");
        boolean forwards = several || route.has("upstream") || route.has("pool");
        refuse(several, "only beside upstreams or trafficSplit", "failover", "outlier");
        refuse(split, "only beside trafficSplit", "stickyBy", "hashBy", "hashType");
        refuse(forwards, "only on a route with an upstream", "errorPages", "mirror");
    }

    private void refuse(boolean allowed, String expected, String... keys) {
        for (String key : keys) {
            if (route.has(key) && !allowed) {
                route.problem(key, expected);
            }
        }
    }

    private List<SplitEntry> entries(List<Section> sections) {
        Set<String> authorities = new HashSet<>();
        return sections.stream()
                .flatMap(in -> {
                    Optional<UpstreamRef> where = in.required("upstream", upstream);
                    Optional<Integer> weight = in.required("weight", Expectation.integer(1, MAX_WEIGHT));
                    in.refuseUnknownKeys();
                    if (where.isPresent() && !authorities.add(where.get().authority())) {
                        in.problem("upstream", "each authority once in a split");
                    }
                    return where.flatMap(u -> weight.map(w -> new SplitEntry(u, w))).stream();
                })
                .toList();
    }
}
