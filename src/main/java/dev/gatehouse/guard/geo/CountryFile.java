package dev.gatehouse.guard.geo;

import com.maxmind.db.CHMCache;
import com.maxmind.db.DatabaseRecord;
import com.maxmind.db.InvalidNetworkException;
import com.maxmind.db.Networks;
import com.maxmind.db.Reader;
import dev.gatehouse.net.IpAddress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of a file in MaxMind's format, held in memory: a file that is replaced or cut short meanwhile harms no look-up.
 *
 * <p>Threads: may be shared.
 */
final class CountryFile {

    /** Of so many networks at the beginning, one must name a country, or the file is about something else. */
    private static final int NETWORKS_TRIED = 1_000;

    private final Reader reader;

    private CountryFile(Reader reader) {
        this.reader = reader;
    }

    /**
     * Reads a file, and tries it out.
     *
     * @throws IOException where it cannot be read, is not in that format, is damaged, or names no countries
     */
    static CountryFile load(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            CountryFile loaded = new CountryFile(new Reader(in, new CHMCache()));
            loaded.tryOut();
            return loaded;
        } catch (InvalidNetworkException | RuntimeException damaged) { // what the reader throws on its way through
            throw new IOException("the file is damaged", damaged);
        }
    }

    private void tryOut() throws IOException, InvalidNetworkException {
        Networks<?> networks = reader.networks(Map.class);
        for (int i = 0; i < NETWORKS_TRIED && networks.hasNext(); i++) {
            DatabaseRecord<?> network = networks.next();
            if (country(network.data()) != null) {
                return;
            }
        }
        throw new IOException("the file names no countries");
    }

    /** When it was made. */
    Instant made() {
        return reader.getMetadata().buildTime();
    }

    /**
     * The country of an address, two upper-case letters; null where the file does not know.
     *
     * @throws IOException where the file is damaged
     */
    @Nullable
    String find(IpAddress address) throws IOException {
        if (reader.getMetadata().ipVersion() == 4 && !address.isV4()) {
            return null;
        }
        return country(reader.get(address.toInetAddress(), Map.class));
    }

    /**
     * Where the address is used; where nobody knows that, as of satellites and addresses announced in many places, where its
     * network is registered. MaxMind's own files have a map for each, others just a code.
     */
    private static @Nullable String country(@Nullable Object data) {
        if (!(data instanceof Map<?, ?> fields)) {
            return null;
        }
        for (String key : new String[] {"country", "country_code", "registered_country"}) {
            String code = code(fields.get(key));
            if (code != null) {
                return code;
            }
        }
        return null;
    }

    private static @Nullable String code(@Nullable Object value) {
        Object code = value instanceof Map<?, ?> country ? country.get("iso_code") : value;
        return code instanceof String text ? Countries.code(text) : null;
    }
}
