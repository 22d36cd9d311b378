package dev.gatehouse.guard.jwt;

import dev.gatehouse.guard.jwt.KeyAnswer.Coming;
import dev.gatehouse.guard.jwt.KeyAnswer.Known;
import dev.gatehouse.guard.jwt.KeyAnswer.Unobtainable;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys published at one URL: fetched when first asked for, kept for an hour, and fetched again by the first request of
 * its last quarter, which does not wait for them. So an outage of less than 15 minutes goes unnoticed wherever there are
 * requests.
 *
 * <p>One fetch is under way at a time, and all who need it share it. After one that failed there is none for ten seconds; a
 * token with a key that is not known starts one only where the last is a minute ago. However many forged tokens come, the
 * issuer hears from us six times a minute at most.
 *
 * <p>Threads: shared. {@code held} is replaced as a whole and read without a lock; all else is guarded by it.
 */
final class KeySource {

    private static final Logger LOG = LoggerFactory.getLogger(KeySource.class);

    private static final Duration KEPT = Duration.ofHours(1);
    private static final Duration REFRESHED = Duration.ofMinutes(45);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration PAUSE_FOR_UNKNOWN_KEYS = Duration.ofSeconds(60);

    private static final Unobtainable UNOBTAINABLE = new Unobtainable();

    /** Keys and when they came. */
    private record Held(Known answer, long since) {}

    private final URI url;
    private final KeyFetch fetch;
    private final LongSupplier clock;
    private volatile @Nullable Held held;

    private @Nullable CompletableFuture<KeyAnswer> underWay;
    private @Nullable Long lastBegun;

    /**
     * The keys at {@code url}.
     *
     * @param clock nanoseconds from any start, never going back
     */
    KeySource(URI url, KeyFetch fetch, LongSupplier clock) {
        this.url = url;
        this.fetch = fetch;
        this.clock = clock;
    }

    /** The keys, from memory where they are. */
    KeyAnswer keys() {
        long now = clock.getAsLong();
        Held here = held;
        if (here == null || now - here.since >= KEPT.toNanos()) {
            return fetched(now, PAUSE_AFTER_FAILURE);
        }
        if (now - here.since >= REFRESHED.toNanos()) {
            var unused = fetched(now, PAUSE_AFTER_FAILURE); // for those who come later
        }
        return here.answer;
    }

    /** Newer keys than {@code known}, among which a key was looked for in vain; as few fetches as can be are made of it. */
    KeyAnswer newerThan(Known known) {
        Held here = held;
        return here != null && !here.answer.equals(known)
                ? here.answer // they came in the meantime
                : fetched(clock.getAsLong(), PAUSE_FOR_UNKNOWN_KEYS);
    }

    /** What a fetch will bring: the one under way, else a new one, unless the last was begun less than {@code pause} ago. */
    private KeyAnswer fetched(long now, Duration pause) {
        CompletableFuture<KeyAnswer> begun;
        synchronized (this) {
            if (underWay != null) {
                return new Coming(underWay);
            }
            if (lastBegun != null && now - lastBegun < pause.toNanos()) {
                return UNOBTAINABLE;
            }
            begun = new CompletableFuture<>();
            underWay = begun;
            lastBegun = now;
        }
        begin(begun);
        return new Coming(begun);
    }

    private void begin(CompletableFuture<KeyAnswer> begun) {
        CompletionStage<byte[]> document;
        try {
            document = fetch.fetch(url);
        } catch (RuntimeException broken) {
            document = CompletableFuture.failedStage(broken); // or nobody would ever ask again
        }
        var unused = document.whenComplete((bytes, failure) -> settle(begun, bytes, failure));
    }

    private void settle(CompletableFuture<KeyAnswer> begun, byte @Nullable [] document, @Nullable Throwable failure) {
        IssuerKeys keys = document == null ? null : IssuerKeys.parse(document);
        if (keys == null) {
            // The failure as text: its stack says nothing of the issuer, and an outage repeats it every ten seconds.
            String why = failure == null ? "the answer is no key set that can be used" : failure.toString();
            LOG.warn("no keys from {}: {}", url, why);
        }
        KeyAnswer answer = keys == null ? UNOBTAINABLE : new Known(keys);
        synchronized (this) {
            if (answer instanceof Known known) {
                held = new Held(known, clock.getAsLong());
            }
            underWay = null;
        }
        begun.complete(answer); // outside of the lock: whole requests go on from here
    }
}
