package dev.gatehouse.guard.geo;

import dev.gatehouse.net.IpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the country of an address from a file in MaxMind's format. A file that has changed is taken in its place; one that is
 * broken or gone is reported once and changes nothing. Before there is a good one, every country is unknown.
 *
 * <p>Threads: {@link #of} may be asked from any and never waits; {@link #look} reads the disk and belongs on a thread that
 * may, one call at a time.
 */
public final class Countries {

    /** How often to {@link #look}: such files change once or twice a week. */
    public static final Duration PERIOD = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Countries.class);

    /** What Cloudflare and others send where they do not know; ISO 3166-1 leaves it to users. */
    private static final String UNKNOWN = "XX";

    private final @Nullable Path file;
    private @Nullable Seen seen; // by whoever looks
    private volatile @Nullable CountryFile current;
    private volatile boolean complained;

    /**
     * Knows nothing until it is told to {@link #look}.
     *
     * @param file in MaxMind's format; null where there is none, so that every country stays unknown
     */
    public Countries(@Nullable Path file) {
        this.file = file;
    }

    /** A country as a header or file tells it: in upper case; null for what is not two letters, and for {@code XX}. */
    public static @Nullable String code(@Nullable String text) {
        if (text == null || text.length() != 2 || !isLetter(text.charAt(0)) || !isLetter(text.charAt(1))) {
            return null;
        }
        String code = text.toUpperCase(Locale.ROOT);
        return code.equals(UNKNOWN) ? null : code;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /** The country of {@code address}, two upper-case letters; null where it is not known, and for no address. */
    public @Nullable String of(@Nullable IpAddress address) {
        CountryFile known = current;
        if (known == null || address == null) {
            return null;
        }
        try {
            return known.find(address.unmapped());
        } catch (IOException | RuntimeException damaged) {
            if (!complained) {
                complained = true;
                LOG.warn("geoDatabase is damaged ({}); some countries are unknown", damaged.toString());
            }
            return null;
        }
    }

    /** Looks at the file and takes it in if it has changed. Never throws. */
    public void look() {
        if (file == null) {
            return;
        }
        Seen now = Seen.at(file);
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            CountryFile loaded = CountryFile.load(file);
            complained = false;
            current = loaded;
            LOG.info("countries are those of {}", loaded.made());
        } catch (IOException | RuntimeException failure) {
            String meanwhile = current == null ? "every country is unknown" : "the one before stays";
            LOG.warn("geoDatabase {} cannot be used ({}); {}", file, failure.toString(), meanwhile);
        }
    }

    /**
     * What tells one state of a file from another.
     *
     * @param modified when it was written; null where it is not there
     * @param size in bytes
     * @param key which file it is, where the file system can tell
     */
    private record Seen(
            @Nullable FileTime modified,
            long size,
            @Nullable Object key) {

        static Seen at(Path file) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                return new Seen(found.lastModifiedTime(), found.size(), found.fileKey());
            } catch (IOException notThere) {
                return new Seen(null, 0, null);
            }
        }
    }
}
