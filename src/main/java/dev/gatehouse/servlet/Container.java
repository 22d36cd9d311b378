package dev.gatehouse.servlet;

import jakarta.servlet.ServletContext;
import java.util.Locale;

/** The container we run in, as far as it changes how responses are written. */
enum Container {
    /**
     * Tomcat. A response written outside its threads completes on one of them; a write listener set outside them would run
     * on the caller's. So what does not fit a buffer moves to a container thread with a dispatch first.
     */
    TOMCAT,
    /** Jetty. Writes into its buffer and completion are safe from any thread and never block. */
    JETTY,
    /** Any other: the write listener is set before the request leaves the container's thread. */
    OTHER;

    static Container of(ServletContext context) {
        String info = context.getServerInfo().toLowerCase(Locale.ROOT);
        if (info.contains("tomcat")) {
            return TOMCAT;
        }
        return info.contains("jetty") ? JETTY : OTHER;
    }
}
