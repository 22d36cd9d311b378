package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A limiter that routes refer to by name. It is declared outside the table, because who may write routes need not be who
 * says how much the upstreams can bear.
 *
 * @param name what routes call it: letters, digits, {@code .}, {@code _} and {@code -}, 64 at most
 * @param limit how many requests a bucket admits per period, 1 to 1,000,000,000
 * @param period how long a bucket's window lasts, 1 s to 30 days, in whole seconds
 */
public record Limiter(String name, int limit, Duration period) {

    /** The written form: {@code api=100/60s}. */
    static final Expectation<Limiter> WRITTEN = Expectation.text(
            "limiters such as api=100/60s: a name, how many requests (1 to 1000000000), the period in s, m or h (1s to 720h)",
            Limiter::parse);

    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9_][A-Za-z0-9._-]{0,63})=(\\d{1,10})/(\\d{1,7})([smh])");

    private static final Map<String, Integer> SECONDS = Map.of("s", 1, "m", 60, "h", 3_600);

    private static final long MAX_LIMIT = 1_000_000_000;
    private static final Duration MAX_PERIOD = Duration.ofDays(30);

    private static @Nullable Limiter parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return null;
        }
        long limit = Long.parseLong(form.group(2));
        Duration period = Duration.ofSeconds(Long.parseLong(form.group(3)) * SECONDS.getOrDefault(form.group(4), 1));
        boolean bounded = limit > 0 && limit <= MAX_LIMIT && !period.isZero() && period.compareTo(MAX_PERIOD) <= 0;
        return bounded ? new Limiter(form.group(1), (int) limit, period) : null;
    }
}
