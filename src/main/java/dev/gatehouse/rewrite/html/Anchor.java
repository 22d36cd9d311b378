package dev.gatehouse.rewrite.html;

/** A place in a page where markup can be put. It is there only where its tag is written. */
public enum Anchor {
    /** Just inside {@code <head>}. */
    HEAD_START("headStart"),
    /** Just before {@code </head>}. */
    HEAD_END("headEnd"),
    /** Just inside {@code <body>}. */
    BODY_START("bodyStart"),
    /** Just before {@code </body>}. */
    BODY_END("bodyEnd");

    private final String key;

    Anchor(String key) {
        this.key = key;
    }

    /** Its name in settings and reports. */
    public String key() {
        return key;
    }

    /** Whether its markup belongs behind the tag rather than in front of it. */
    boolean isBehindTag() {
        return this == HEAD_START || this == BODY_START;
    }
}
