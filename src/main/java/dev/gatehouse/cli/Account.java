package dev.gatehouse.cli;

import dev.gatehouse.config.model.Condition;
import dev.gatehouse.config.model.Deadlines;
import dev.gatehouse.config.model.Match;
import dev.gatehouse.config.model.Pool;
import dev.gatehouse.config.model.PoolDeadlines;
import dev.gatehouse.config.model.Respond;
import dev.gatehouse.config.model.Retries;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.forward.RetryRule;
import dev.gatehouse.gateway.Preview;
import dev.gatehouse.gateway.Preview.Plan;
import dev.gatehouse.guard.GuardChain;
import dev.gatehouse.guard.Verdict;
import dev.gatehouse.http.Fields;
import dev.gatehouse.route.RouteVerdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells what becomes of a request, in words and as a document. */
final class Account {

    private final GivenHead head;
    private final Preview preview;

    Account(GivenHead head, Preview preview) {
        this.head = head;
        this.preview = preview;
    }

    /** In words, one line each. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(head.method() + " " + head.url());
        lines.add("");
        if (!(preview.entry() instanceof Preview.Entry.In)) {
            lines.add("In front of all routes: " + entry(preview.entry()));
            return lines;
        }
        lines.add("Routes, in the order in which they are asked");
        int width = preview.findings().stream()
                .mapToInt(finding -> finding.route().label().length())
                .max()
                .orElse(0);
        for (Preview.Finding finding : preview.findings()) {
            String label = finding.route().label();
            lines.add((finding.verdict() instanceof RouteVerdict.Matched ? "  > " : "    ")
                    + label
                    + " ".repeat(width - label.length() + 2)
                    + reason(finding));
        }
        Plan plan = preview.plan();
        lines.add("");
        if (plan != null && !plan.guards().isEmpty()) {
            lines.add("Guards, in the order in which they judge");
            plan.guards().forEach(finding -> lines.add("    " + finding.reason().text() + "  " + verdict(finding)));
            lines.add("");
        }
        if (plan == null) {
            lines.add(
                    preview.refusesUnmatched()
                            ? "No route claims it: it is answered 404."
                            : "No route claims it: it goes on to the application behind the filter, or is answered 404.");
        } else if (plan.refusal() != null) {
            lines.add("Refused with " + plan.refusal().status() + " "
                    + plan.refusal().code() + ".");
        } else if (plan.isPreflight()) {
            lines.add("A preflight, answered here with 204 by the route's cors.");
        } else if (plan.route().target() instanceof Respond respond) {
            lines.add("Answered here, without an upstream");
            answer(respond).forEach((name, value) -> lines.add("    " + name + ": " + value));
        } else if (plan.request() != null) {
            addRequest(lines, plan, plan.request());
        }
        return lines;
    }

    private static String entry(Preview.Entry entry) {
        if (entry instanceof Preview.Entry.ToHttps https) {
            return "308 to " + https.url() + ".";
        } else if (entry instanceof Preview.Entry.TurnedAway away) {
            return away.refusal().status() + " " + away.refusal().code() + ".";
        }
        return "the status page.";
    }

    private static String verdict(GuardChain.Finding finding) {
        if (finding.verdict() == null) {
            return "is asked by the running proxy only";
        }
        return finding.verdict() instanceof Verdict.Refuse refuse
                ? "refuses: " + refuse.status() + " " + refuse.code()
                : "lets it pass";
    }

    private static Map<String, Object> guard(GuardChain.Finding finding) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("guard", finding.reason().text());
        if (finding.verdict() == null) {
            document.put("verdict", "unknown");
        } else if (finding.verdict() instanceof Verdict.Refuse refuse) {
            document.put("verdict", "refused");
            document.put("status", refuse.status());
            document.put("error", refuse.code());
        } else {
            document.put("verdict", "passed");
        }
        return document;
    }

    private void addRequest(List<String> lines, Plan plan, Preview.UpstreamRequest request) {
        RouteConfig route = plan.route();
        PoolAccount pool = pool(plan);
        lines.add(pool == null ? "Sent upstream" : pool.heading());
        lines.add("    " + request.method() + " " + request.url());
        Fields fields = request.fields();
        for (int i = 0; i < fields.size(); i++) {
            lines.add("    " + fields.name(i) + ": " + fields.value(i));
        }
        Deadlines deadlines = deadlines(route);
        lines.add("");
        lines.add("Deadlines");
        lines.add("    " + text(deadlines.timeout()) + " for one attempt and " + text(deadlines.total())
                + " for all, until the response head");
        lines.add("    " + text(deadlines.firstChunk()) + " from there to the first byte of the body, "
                + text(deadlines.streamIdle()) + " of silence within it");
        lines.add("");
        if (pool != null) {
            lines.addAll(pool.lines());
            return;
        }
        lines.add("Retries");
        lines.add("    " + retries(route.forwarding().retries()));
        if (!plan.walk().standBy().isEmpty()) {
            lines.add("");
            lines.add("Standing by, in this order");
            plan.walk().standBy().forEach(authority -> lines.add("    " + authority));
        }
    }

    private @Nullable PoolAccount pool(Plan plan) {
        return plan.route().target() instanceof Pool pool
                ? new PoolAccount(pool, plan.walk(), head.method(), head.hasBody())
                : null;
    }

    /** Those in force: a pool may have its own. */
    private static Deadlines deadlines(RouteConfig route) {
        return route.target() instanceof Pool pool && pool.deadlines() != null
                ? pool.deadlines()
                : route.forwarding().deadlines();
    }

    /** The same as maps and lists. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("method", head.method());
        document.put("url", head.url());
        if (!(preview.entry() instanceof Preview.Entry.In)) {
            putEntry(document, preview.entry());
            return document;
        }
        List<Object> routes = new ArrayList<>();
        for (Preview.Finding finding : preview.findings()) {
            Map<String, Object> route = new LinkedHashMap<>();
            route.put("route", finding.route().label());
            route.put("taken", finding.verdict() instanceof RouteVerdict.Matched);
            route.put("reason", reason(finding));
            routes.add(route);
        }
        document.put("routes", routes);
        Plan plan = preview.plan();
        if (plan == null) {
            document.put("result", "unmatched");
            return document;
        }
        document.put("route", plan.route().label());
        document.put("guards", plan.guards().stream().map(Account::guard).toList());
        if (plan.refusal() != null) {
            document.put("result", "refused");
            document.put("status", plan.refusal().status());
            document.put("error", plan.refusal().code());
        } else if (plan.isPreflight()) {
            document.put("result", "preflight");
        } else if (plan.route().target() instanceof Respond respond) {
            document.put("result", "responded");
            document.put("answer", answer(respond));
        } else if (plan.request() != null) {
            document.put("result", "forwarded");
            document.put("request", request(plan.request()));
            document.put("deadlines", deadlines(deadlines(plan.route())));
            PoolAccount pool = pool(plan);
            if (pool == null) {
                document.put("standBy", plan.walk().standBy());
                document.put("retries", attempts(plan.route().forwarding().retries()));
            } else {
                document.put("pool", pool.document());
            }
        }
        return document;
    }

    private static void putEntry(Map<String, Object> document, Preview.Entry entry) {
        if (entry instanceof Preview.Entry.ToHttps https) {
            document.put("result", "https");
            document.put("status", 308);
            document.put("location", https.url());
        } else if (entry instanceof Preview.Entry.TurnedAway away) {
            document.put("result", "turnedAway");
            document.put("status", away.refusal().status());
            document.put("error", away.refusal().code());
        } else {
            document.put("result", "statusPage");
        }
    }

    private static Map<String, Object> request(Preview.UpstreamRequest request) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("method", request.method());
        document.put("url", request.url());
        List<Object> headers = new ArrayList<>();
        Fields fields = request.fields();
        for (int i = 0; i < fields.size(); i++) {
            headers.add(List.of(fields.name(i), fields.value(i)));
        }
        document.put("headers", headers);
        return document;
    }

    private static Map<String, Object> deadlines(Deadlines deadlines) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("timeoutMs", PoolDeadlines.written(deadlines.timeout()));
        document.put("totalTimeoutMs", PoolDeadlines.written(deadlines.total()));
        document.put("firstChunkTimeoutMs", PoolDeadlines.written(deadlines.firstChunk()));
        document.put("streamIdleTimeoutMs", PoolDeadlines.written(deadlines.streamIdle()));
        return document;
    }

    private Map<String, Object> attempts(Retries retries) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("retries", isRepeatable() ? retries.count() : 0);
        document.put("retryBackoffMs", retries.backoff().toMillis());
        return document;
    }

    private String retries(Retries retries) {
        if (retries.count() == 0) {
            return "none";
        }
        if (!isRepeatable()) {
            return "none: " + (head.hasBody() ? "a request with a body" : head.method())
                    + " is sent once, whatever the route says";
        }
        return "up to " + retries.count()
                + " where the upstream cannot be reached or does not answer in time, the first after "
                + text(retries.backoff());
    }

    private boolean isRepeatable() {
        return RetryRule.isRepeatable(head.method(), head.hasBody());
    }

    private static Map<String, Object> answer(Respond respond) {
        Map<String, Object> answer = new LinkedHashMap<>();
        if (respond instanceof Respond.Redirect redirect) {
            answer.put("status", redirect.status());
            answer.put("location", redirect.to());
        } else if (respond instanceof Respond.Status status) {
            answer.put("status", status.status());
            if (status.contentType() != null) {
                answer.put("content-type", status.contentType());
            }
            if (status.body() != null) {
                answer.put("content-length", status.body().getBytes(StandardCharsets.UTF_8).length);
            }
        }
        respond.headers().forEach(answer::putIfAbsent);
        return answer;
    }

    private String reason(Preview.Finding finding) {
        Match match = finding.route().match();
        RouteVerdict verdict = finding.verdict();
        if (verdict instanceof RouteVerdict.Matched) {
            return "claims it";
        } else if (verdict instanceof RouteVerdict.ComesTooLate) {
            return "would claim it, but comes too late";
        } else if (verdict instanceof RouteVerdict.OtherHost) {
            return "is for host " + Objects.requireNonNull(match.host()).text() + ", not " + head.host();
        } else if (verdict instanceof RouteVerdict.OtherPath) {
            return (match.exact() ? "is for the path " : "is for paths under ")
                    + Objects.requireNonNull(match.path()).text();
        } else if (verdict instanceof RouteVerdict.OtherMethod) {
            return "is for " + String.join(", ", match.methods());
        }
        RouteVerdict.ConditionFails fails = (RouteVerdict.ConditionFails) verdict;
        String family = switch (fails.family()) {
            case HEADER -> "header ";
            case QUERY -> "query parameter ";
            case COOKIE -> "cookie ";
        };
        return "wants " + family + fails.condition().name()
                + wish(fails.condition().operator());
    }

    private static String wish(Condition.Operator operator) {
        if (operator instanceof Condition.Operator.Equals equals) {
            return " to be \"" + equals.value() + "\"";
        } else if (operator instanceof Condition.Operator.Prefix prefix) {
            return " to begin with \"" + prefix.value() + "\"";
        }
        return ((Condition.Operator.Present) operator).expected() ? " to be there" : " not to be there";
    }

    /** A length of time, in the words of a person. */
    static String text(Duration duration) {
        if (duration.equals(PoolDeadlines.NONE)) {
            return "any time";
        }
        long millis = duration.toMillis();
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }
}
