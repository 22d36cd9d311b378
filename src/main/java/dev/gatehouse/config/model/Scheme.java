package dev.gatehouse.config.model;

import java.util.Locale;

/** How an upstream is spoken to. */
public enum Scheme {
    /** Over TLS, port 443 unless the upstream names one. */
    HTTPS(443),
    /** In clear text, port 80 unless the upstream names one. */
    HTTP(80);

    private final int defaultPort;

    Scheme(int defaultPort) {
        this.defaultPort = defaultPort;
    }

    /** The port that belongs to the scheme. */
    public int defaultPort() {
        return defaultPort;
    }

    /** The scheme as it stands in a URL, lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
