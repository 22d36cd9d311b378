package dev.gatehouse.bench;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.Guards;
import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.guard.GuardChain;
import dev.gatehouse.guard.GuardResources;
import dev.gatehouse.guard.GuardedRequest;
import dev.gatehouse.guard.LinkSignature;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.guard.limit.Limiters;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.GivenRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What guards add to a request: all local ones at most a microsecond; a signature and a key cost their computation. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GuardBenchmark {

    private static final String LOCAL = "'requestPolicy': {'allowedMethods': ['GET', 'POST'], 'maxBodyBytes': 1000000}, "
            + "'referer': {'allow': ['example.com', '*.example.com']}, 'fetchMetadata': {}, "
            + "'allowCountries': ['DE', 'AT', 'CH'], 'ip': {'allow': ['10.0.0.0/8', '192.0.2.0/24', '2001:db8::/32'], "
            + "'deny': ['10.1.0.0/16']}";

    private final GuardChain none = chain("'retries': 0");
    private final GuardChain local = chain(LOCAL);
    private final GuardChain link = chain("'signedLink': {'secretBinding': 'LINKS'}");
    private final GuardChain key = chain(
            "'access': {'keys': ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad']}");

    private final GuardedRequest request = request("https://site.test/images/logo.png?exp=4102444800&sig="
            + LinkSignature.text("secret", "/images/logo.png", 4_102_444_800L, Map.of()));

    private static GuardChain chain(String blocks) {
        String table = "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"up.test\", "
                + blocks.replace('\'', '"') + "}]}";
        Guards rules = RouteTables.define(table).routes().get(0).guards();
        Limiters limiters = Limiters.onThisNode(
                new RateSettings(List.of(), null, RateSettings.OnFailure.REFUSE), System::nanoTime);
        return GuardChain.of(
                rules, "r", new GuardResources(name -> Optional.of("secret"), InstantSource.system(), access -> List.of(), limiters, true));
    }

    private static GuardedRequest request(String url) {
        GivenRequest head = GivenRequest.get(url)
                .with("Referer", "https://www.example.com/page?with=query")
                .with("Sec-Fetch-Site", "same-site")
                .with("Authorization", "Bearer abc");
        return new GuardedRequest(head, IpAddress.parse("192.0.2.7"), "DE", "");
    }

    /** A route without a guard. */
    @Benchmark
    public Verdict none() {
        return none.judge(request);
    }

    /** Method, size, referer, fetch metadata, country and address. */
    @Benchmark
    public Verdict local() {
        return local.judge(request);
    }

    /** A signed link: one HMAC-SHA256. */
    @Benchmark
    public Verdict signedLink() {
        return link.judge(request);
    }

    /** An access key: one SHA-256. */
    @Benchmark
    public Verdict accessKey() {
        return key.judge(request);
    }
}
