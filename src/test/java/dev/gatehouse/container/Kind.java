package dev.gatehouse.container;

import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The containers that journeys run on. */
enum Kind {
    TOMCAT_10,
    TOMCAT_11,
    JETTY_12;

    Distribution distribution() {
        return switch (this) {
            case TOMCAT_10 -> new TomcatDistribution("apache-tomcat-10.");
            case TOMCAT_11 -> new TomcatDistribution("apache-tomcat-11.");
            case JETTY_12 -> new JettyDistribution("jetty-home-12.");
        };
    }

    /** All, or those that begin like the system property {@code containers}: {@code -Dcontainers=TOMCAT}. */
    static Stream<Kind> all() {
        @Nullable String wanted = System.getProperty("containers");
        return Arrays.stream(values())
                .filter(kind -> wanted == null || kind.name().startsWith(wanted));
    }
}
