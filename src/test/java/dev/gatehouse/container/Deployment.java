package dev.gatehouse.container;

import java.util.Map;

/**
 * The WAR under one context path.
 *
 * @param contextPath empty for the root, or {@code /some/path}
 * @param settings given as context init parameters
 * @param unclaimed the status of our answer to plain http for a path that nobody claims; it shows that the WAR runs
 * @param hasErrorPages whether the application has a page for every error that the container hears of
 */
record Deployment(String contextPath, Map<String, String> settings, int unclaimed, boolean hasErrorPages) {

    /** What an application adds to its descriptor to have error pages. */
    static final String ERROR_PAGE =
            "  <error-page><location>/replaced-by-the-container</location></error-page>\n</web-app>";

    /** Serves routes, and says of all else that it is not there. */
    Deployment(String contextPath, Map<String, String> settings, boolean hasErrorPages) {
        this(contextPath, settings, 404, hasErrorPages);
    }

    /** Copies the settings. */
    Deployment {
        settings = Map.copyOf(settings);
    }

    /** The name of a file that stands for the context path, as Tomcat wants it: {@code ROOT}, {@code some#path}. */
    String fileName() {
        return fileName(contextPath);
    }

    static String fileName(String contextPath) {
        return contextPath.isEmpty() ? "ROOT" : contextPath.substring(1).replace('/', '#');
    }
}
