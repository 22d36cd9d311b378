package dev.gatehouse.bench;

import dev.gatehouse.config.model.Condition;
import dev.gatehouse.config.model.Match;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.http.RequestPath;
import dev.gatehouse.net.HostPattern;
import dev.gatehouse.route.RouteTable;
import dev.gatehouse.testkit.GivenRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What finding a route costs: flat in the number of routes, and free of allocation for a plain path. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RouteMatchBenchmark {

    /** How many routes the table has. */
    @Param({"10", "100", "1000", "10000"})
    public int routes;

    private RouteTable<Integer> table = RouteTable.compile(List.of());
    private GivenRequest first = GivenRequest.get("https://h0.example.test/svc0/v1/items/4711?page=2");
    private GivenRequest last = first;
    private GivenRequest none = GivenRequest.get("https://www.other.test/nothing/here");
    private GivenRequest spelled = first;
    private RouteTable<Integer> tenants = table;
    private GivenRequest tenant = first;

    /** Routes on fifty hosts, some by wildcard, some for one method, some for any host. */
    @Setup
    public void compile() {
        List<RouteTable.Entry<Integer>> entries = new ArrayList<>();
        for (int i = 0; i < routes; i++) {
            String host = i % 7 == 3 ? null : (i % 5 == 4 ? "*." : "") + "h" + i % 50 + ".example.test";
            List<String> methods = i % 3 == 1 ? List.of("GET", "POST") : List.of();
            entries.add(new RouteTable.Entry<>(match(host, "/svc" + i + "/v1", methods), i));
        }
        table = RouteTable.compile(entries);
        int i = routes - 1;
        String host = i % 7 == 3 ? "any.test" : (i % 5 == 4 ? "x." : "") + "h" + i % 50 + ".example.test";
        last = GivenRequest.get("https://" + host + "/svc" + i + "/v1/items/4711?page=2");
        spelled = GivenRequest.get("https://" + host + "/svc" + i + "//v1;a=b/it%20ems");
        if (table.match(last) == null || table.match(first) == null || table.match(none) != null) {
            throw new IllegalStateException("the requests do not find their routes");
        }
    }

    /** Routes for one host and path that differ only in the value of a header. */
    @Setup
    public void compileTenants() {
        List<RouteTable.Entry<Integer>> entries = new ArrayList<>();
        for (int i = 0; i < routes; i++) {
            Condition condition = new Condition("x-tenant", new Condition.Operator.Equals("t" + i));
            Match match = new Match(null, PathPrefix.ROOT, List.of(), List.of(condition), List.of(), List.of());
            entries.add(new RouteTable.Entry<>(match, i));
        }
        tenants = RouteTable.compile(entries);
        tenant = GivenRequest.get("https://a.test/x").with("x-tenant", "t" + (routes - 1));
    }

    private static Match match(@Nullable String host, String path, List<String> methods) {
        HostPattern pattern = host == null ? null : HostPattern.parse(host);
        return new Match(pattern, PathPrefix.parse(path), methods, List.of(), List.of(), List.of());
    }

    /** The first route of the table. */
    @Benchmark
    public @Nullable Integer first() {
        return table.match(first);
    }

    /** The last route of the table. */
    @Benchmark
    public @Nullable Integer last() {
        return table.match(last);
    }

    /** No route at all. */
    @Benchmark
    public @Nullable Integer none() {
        return table.match(none);
    }

    /** The last route, by another spelling that has been worked out already. */
    @Benchmark
    public @Nullable Integer spelled() {
        return table.match(spelled);
    }

    /** The last of all tenants; finding the header in the made-up request allocates. */
    @Benchmark
    public @Nullable Integer tenant() {
        return tenants.match(tenant);
    }

    /** The scan of a new path. */
    @Benchmark
    public boolean scan() {
        return RequestPath.of(last.path().raw()).isPlain();
    }

    /** All spellings of a new path that has several. */
    @Benchmark
    public int spell() {
        return RequestPath.of(spelled.path().raw()).spellings().size();
    }
}
