package dev.gatehouse.servlet;

import dev.gatehouse.config.model.CountrySettings;
import dev.gatehouse.guard.geo.Countries;
import dev.gatehouse.net.IpAddress;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Tells where callers are: by the word of a trusted proxy, or else by their address.
 *
 * <p>Threads: shared; one of its own looks whether the file has changed.
 */
final class CallerCountry implements AutoCloseable {

    private final @Nullable String field;
    private final Countries countries;
    private final @Nullable Ticker looking;

    private CallerCountry(@Nullable String field, Countries countries, @Nullable Ticker looking) {
        this.field = field;
        this.countries = countries;
        this.looking = looking;
    }

    /** Reads the file, if there is one, and keeps an eye on it. */
    static CallerCountry start(CountrySettings settings) {
        Countries countries = new Countries(settings.database());
        countries.look();
        Ticker ticker = null;
        if (settings.database() != null) {
            ticker = new Ticker("gatehouse-countries");
            ticker.start(Countries.PERIOD, countries::look);
        }
        return new CallerCountry(settings.header(), countries, ticker);
    }

    /** The country that {@code request} comes from; null where it is not known. */
    @Nullable
    String of(HttpServletRequest request, boolean peerIsTrusted, @Nullable IpAddress address) {
        String told = field != null && peerIsTrusted ? Countries.code(request.getHeader(field)) : null;
        return told == null ? countries.of(address) : told;
    }

    @Override
    public void close() {
        if (looking != null) {
            looking.close();
        }
    }
}
