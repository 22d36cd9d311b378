package dev.gatehouse.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.Limiter;
import dev.gatehouse.config.model.RateSettings;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.guard.limit.Limiters;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import dev.gatehouse.testkit.GivenRequest;
import dev.gatehouse.testkit.ManualClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The guards of one route, written as in a table, and what they say to requests. */
final class Judged {

    /** One second into the year 2026. */
    final ManualClock clock = new ManualClock("2026-01-01T00:00:00Z");

    /** One limiter, called api: two requests in ten seconds. */
    final Limiters limiters = Limiters.onThisNode(
            new RateSettings(
                    List.of(new Limiter("api", 2, Duration.ofSeconds(10))), null, RateSettings.OnFailure.REFUSE),
            clock);

    final Map<String, String> secrets = new HashMap<>();
    private final RouteConfig route;
    private @Nullable IpAddress address = IpAddress.parse("192.0.2.1");
    private @Nullable String country;

    private Judged(RouteConfig route) {
        this.route = route;
    }

    /** A route with {@code blocks}, JSON with single quotes. */
    static Judged by(String... blocks) {
        String document = "{\"routes\": [{\"match\": {\"path\": \"/\"}, \"upstream\": \"up.test\", "
                + String.join(", ", blocks).replace('\'', '"') + "}]}";
        return new Judged(RouteTables.define(document).routes().get(0));
    }

    /** The faults of a table with {@code blocks}. */
    static String faults(String... blocks) {
        try {
            by(blocks);
            return "";
        } catch (RuntimeException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    Judged secret(String name, String value) {
        secrets.put(name, value);
        return this;
    }

    /** From where the next requests come; null for nowhere that can be told. */
    Judged from(@Nullable String caller) {
        address = caller == null ? null : IpAddress.parse(caller);
        return this;
    }

    /** From which country the next requests come; null for none that is known. */
    Judged in(@Nullable String code) {
        country = code;
        return this;
    }

    GuardChain chain() {
        GuardResources resources = new GuardResources(
                name -> Optional.ofNullable(secrets.get(name)), clock, access -> List.of(), limiters, country != null);
        return GuardChain.of(route.guards(), route.label(), resources);
    }

    Verdict verdict(RequestHead head) {
        Verdict verdict = chain().judge(new GuardedRequest(head, address, country, ""));
        return verdict instanceof Verdict.Later later ? settled(later) : verdict;
    }

    private static Verdict settled(Verdict.Later later) {
        try {
            return later.verdict().toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (Exception late) {
            throw new AssertionError("no verdict", late);
        }
    }

    void passes(RequestHead head) {
        assertThat(verdict(head)).as(head.method() + " " + head.path().raw()).isInstanceOf(Verdict.Pass.class);
    }

    void passes(String url) {
        passes(GivenRequest.get(url));
    }

    Verdict.Refuse refuses(RequestHead head, int status, Reason reason, String code) {
        Verdict verdict = verdict(head);
        assertThat(verdict).as(head.method() + " " + head.path().raw()).isInstanceOf(Verdict.Refuse.class);
        Verdict.Refuse refusal = (Verdict.Refuse) Objects.requireNonNull(verdict);
        assertThat(refusal.status() + " " + refusal.reason().text() + " " + refusal.code())
                .isEqualTo(status + " " + reason.text() + " " + code);
        return refusal;
    }
}
