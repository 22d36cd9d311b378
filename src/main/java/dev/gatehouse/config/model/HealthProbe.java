package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.config.tree.Section;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How upstreams are asked whether they are well. A probe is a GET without anything of a client's.
 *
 * @param path asked for at each upstream, behind its base path; begins with {@code /}
 * @param followRedirects whether a redirect is followed, up to ten in a row; false by default, and then it is the answer
 * @param status which statuses are good; all in the two hundreds by default
 * @param json what the body has to say besides; null where it is not looked at
 * @param timeout how long all of one probe may take, 1 ms to 60 s; 5 s by default
 * @param concurrency how many probes may be under way at once, 1 to 64; 6 by default. One bound holds for all routes
 *     together: the largest that one of them sets
 */
public record HealthProbe(
        String path,
        boolean followRedirects,
        ExpectedStatus status,
        @Nullable ExpectedField json,
        Duration timeout,
        int concurrency) {

    private static final Expectation<String> PATH = Expectation.text(
            "a path that begins with /, without white space, ? and #", Pattern.compile("/[!-~&&[^?#\\\\]]*"));

    /** Reads the block; empty, with a note, where it names no path. */
    static Optional<HealthProbe> read(Section in) {
        Optional<String> path = in.required("path", PATH);
        boolean followRedirects = in.value("followRedirects", Expectation.FLAG).orElse(false);
        Optional<Section> expect = in.section("expect");
        ExpectedStatus status = expect.flatMap(block -> block.value("status", ExpectedStatus.expectation()))
                .orElse(ExpectedStatus.SUCCESS);
        ExpectedField json = expect.flatMap(block -> block.section("json"))
                .flatMap(ExpectedField::read)
                .orElse(null);
        expect.ifPresent(Section::refuseUnknownKeys);
        Duration timeout = in.value("timeoutMs", Expectation.millis(1, 60_000)).orElse(Duration.ofSeconds(5));
        int concurrency = in.value("concurrency", Expectation.integer(1, 64)).orElse(6);
        in.refuseUnknownKeys();
        return path.map(text -> new HealthProbe(text, followRedirects, status, json, timeout, concurrency));
    }
}
