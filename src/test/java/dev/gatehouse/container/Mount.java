package dev.gatehouse.container;

/** Where journeys find the WAR: deployed twice in one container. */
enum Mount {
    ROOT(""),
    DEEPER("/apps/front");

    private final String path;

    Mount(String path) {
        this.path = path;
    }

    /** The context path; empty for the root. */
    String path() {
        return path;
    }
}
