package dev.gatehouse.config.model;

import dev.gatehouse.config.tree.Expectation;
import dev.gatehouse.net.Authority;
import org.jspecify.annotations.Nullable;

/** What {@code Host} says upstream. Which name TLS asks for does not follow from it: that is the origin's own. */
public sealed interface HostHeader {

    /** The authority of the origin's URL. */
    HostHeader UPSTREAM = new Upstream();

    /** The authority of the origin's URL. */
    record Upstream() implements HostHeader {

        @Override
        public String written() {
            return "upstream";
        }
    }

    /** What the client's request says. */
    record Original() implements HostHeader {

        @Override
        public String written() {
            return "original";
        }
    }

    /**
     * Always the same.
     *
     * @param authority a host, lower case, with a port where one is written
     */
    record Literal(String authority) implements HostHeader {

        @Override
        public String written() {
            return authority;
        }
    }

    /** As it is written in a table. */
    String written();

    /** What the setting accepts. A name without a dot and a port is none, for it is more likely a slip of the pen. */
    Expectation<HostHeader> SETTING =
            Expectation.text("upstream, original, or a host with a dot in it or with a port", HostHeader::parse);

    private static @Nullable HostHeader parse(String text) {
        if (text.equals("upstream")) {
            return UPSTREAM;
        }
        if (text.equals("original")) {
            return new Original();
        }
        Authority authority = Authority.parse(text);
        if (authority == null || !authority.hasPort() && !authority.host().contains(".")) {
            return null;
        }
        return new Literal(authority.toString());
    }
}
