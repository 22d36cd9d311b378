package dev.gatehouse.gateway;

import dev.gatehouse.config.model.HealthProbe;
import dev.gatehouse.config.model.StatusPage;
import dev.gatehouse.event.Outcome;
import dev.gatehouse.forward.Admission;
import dev.gatehouse.forward.Candidates;
import dev.gatehouse.forward.Delivery;
import dev.gatehouse.forward.DeliveryLimits;
import dev.gatehouse.forward.FailoverRule;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.forward.Replay;
import dev.gatehouse.forward.RetryRule;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.QueryString;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.upstream.PoolState;
import dev.gatehouse.upstream.health.BalancerStatus;
import dev.gatehouse.upstream.health.HealthOrigin;
import dev.gatehouse.upstream.health.HealthService;
import dev.gatehouse.upstream.health.ProbeCache;
import dev.gatehouse.upstream.health.StatusBody;
import dev.gatehouse.upstream.health.UpstreamHealth;
import dev.gatehouse.upstream.health.WorkerStatus;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Answers whoever asks how the origins are.
 *
 * <p>Threads: shared; waits for nobody.
 */
public final class StatusDesk {

    private static final String BEARER = "Bearer ";

    /** How long an answer may take in all: probes have deadlines of their own, which may follow one another. */
    private static final long PATIENCE_NANOS = Duration.ofMinutes(5).toNanos();

    private final UpstreamHealth health;
    private final ProbeCache cache;

    /**
     * A desk.
     *
     * @param cache what origins answered a short while ago
     */
    public StatusDesk(UpstreamHealth health, ProbeCache cache) {
        this.health = health;
        this.cache = cache;
    }

    /** What becomes of a request for the page of {@code snapshot}, which has one. */
    Admission admission(Snapshot snapshot, RequestHead head) {
        StatusPage page = Objects.requireNonNull(snapshot.door().status());
        Answers answers = snapshot.answers();
        if (!head.method().equals("GET")) {
            return refused(answers.error(head, 405, "method_not_allowed"), "Allow", "GET");
        }
        if (page.secret() != null) {
            String secret = snapshot.door().statusSecret();
            if (secret == null) { // never open for want of a lock
                return refused(answers.error(head, 403, "status_closed"), null, "");
            }
            if (!brings(head, secret)) {
                return refused(answers.error(head, 401, "status_secret"), "WWW-Authenticate", "Bearer");
            }
        }
        return new Admission.Awaited(body(snapshot, page, head)
                .thenApply(body -> new Admission.Answered(
                        Answers.document(body.status(), body.json(), false), Outcome.RESPONDED)));
    }

    private static Admission refused(OwnAnswer answer, @Nullable String field, String value) {
        FieldList fields = new FieldList(answer.head().fields().size() + 1)
                .addAll(answer.head().fields());
        if (field != null) {
            fields.add(field, value);
        }
        return new Admission.Answered(answer.with(fields), Outcome.REFUSED);
    }

    /** In constant time for texts of one length. */
    private static boolean brings(RequestHead head, String secret) {
        String authorization = head.header("authorization");
        String brought = authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length())
                : QueryString.first(head.query(), "secret");
        return brought != null
                && MessageDigest.isEqual(
                        brought.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
    }

    private CompletionStage<StatusBody> body(Snapshot snapshot, StatusPage page, RequestHead head) {
        return switch (page.shape()) {
            case SUMMARY -> summary(snapshot, page);
            case SERVICES -> {
                String site = QueryString.first(head.query(), "server");
                yield health.checkNow().thenApply(report -> BalancerStatus.of(report, site));
            }
        };
    }

    /** Every origin once, however many routes lead to it; all are asked at the same time. */
    private CompletionStage<StatusBody> summary(Snapshot snapshot, StatusPage page) {
        Map<String, CompletionStage<WorkerStatus.Backend>> asked = new LinkedHashMap<>();
        for (HealthService service : snapshot.services()) {
            HealthProbe probe = service.settings().probe();
            if (probe != null) {
                service.origins()
                        .forEach(origin -> asked.computeIfAbsent(
                                origin.origin().uri().toString(), url -> ask(url, origin, probe, page.ttl())));
            }
        }
        CompletionStage<List<WorkerStatus.Backend>> all = CompletableFuture.completedFuture(List.of());
        for (CompletionStage<WorkerStatus.Backend> one : asked.values()) {
            all = all.thenCombine(one, StatusDesk::joined);
        }
        return all.thenApply(backends -> WorkerStatus.of(backends, page.version()));
    }

    private static List<WorkerStatus.Backend> joined(List<WorkerStatus.Backend> some, WorkerStatus.Backend one) {
        List<WorkerStatus.Backend> more = new ArrayList<>(some);
        more.add(one);
        return more;
    }

    private CompletionStage<WorkerStatus.Backend> ask(
            String url, HealthOrigin origin, HealthProbe probe, Duration ttl) {
        return cache.ask(origin.probe(probe), ttl).thenApply(answer -> new WorkerStatus.Backend(url, answer));
    }

    /** What an exchange needs that waits for the page and asks no upstream. */
    Delivery delivery(Snapshot snapshot, RequestHead head, Admission admission) {
        Candidates nobody = new Candidates(List.of(), FailoverRule.NONE, new PoolState(null, null, null), null);
        long never = PATIENCE_NANOS;
        return new Delivery(
                nobody,
                head.method(),
                "/",
                null,
                new FieldList(0),
                null,
                null,
                new DeliveryLimits(never, never, never, never, new RetryRule(0, Duration.ZERO)),
                false,
                false,
                0,
                Replay.NONE,
                null,
                admission,
                new StatusReception(snapshot.answers(), head),
                StatusReception.SILENT);
    }
}
