package dev.gatehouse.rewrite.url;

import dev.gatehouse.rewrite.Mount;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps URL references of one page onto the proxy. Only the bytes that name the upstream change: scheme, host with port,
 * and the front of the path where the proxy is mounted elsewhere; user information, query, fragment and every odd spelling
 * stay as they are.
 *
 * <p>Threads: confined to one response.
 */
public final class LinkMapper {

    /** What stands in front of a path for the visitor. */
    private enum Place {
        NONE,
        MOUNT,
        MOUNT_AND_PREFIX
    }

    /** A front of a reference as the visitor must see it. */
    private static final class Written {

        final byte[] bytes;
        private final boolean withAuthority;
        private final Place place;
        private final boolean isBare;
        private final Notation writtenIn;

        Written(boolean withAuthority, Place place, boolean isBare, Notation writtenIn, byte[] bytes) {
            this.withAuthority = withAuthority;
            this.place = place;
            this.isBare = isBare;
            this.writtenIn = writtenIn;
            this.bytes = bytes;
        }

        boolean isFor(boolean authority, Place where, boolean bare, Notation notation) {
            return withAuthority == authority && place == where && isBare == bare && writtenIn == notation;
        }
    }

    private final Mount mount;
    private final String pagePath;
    private final UrlFront front = new UrlFront();
    private final byte[] basePath;
    private final byte[] visitorScheme;
    private final boolean isIdentity;
    private final List<Written> written = new ArrayList<>(2);
    private boolean isRootOurs = true;
    private boolean isBaseSeen;

    /**
     * A mapper.
     *
     * @param mount the mapping
     * @param pagePath the upstream path of the page, which relative references refer to
     */
    public LinkMapper(Mount mount, String pagePath) {
        this.mount = mount;
        this.pagePath = pagePath;
        this.basePath = mount.basePath().getBytes(StandardCharsets.UTF_8);
        this.visitorScheme = mount.visitorScheme().getBytes(StandardCharsets.US_ASCII);
        this.isIdentity = mount.isIdentity();
    }

    /** A mapper for a document that is written within this page and has its base, such as that of {@code srcdoc}. */
    public LinkMapper within() {
        LinkMapper inner = new LinkMapper(mount, pagePath);
        inner.isRootOurs = isRootOurs;
        inner.isBaseSeen = isBaseSeen;
        return inner;
    }

    /**
     * Maps the reference that fills the bytes from {@code from} to before {@code to}.
     *
     * @param writtenIn how characters are written there
     * @return whether anything was changed
     */
    public boolean map(byte[] bytes, int from, int to, Notation writtenIn, Edits edits) {
        if (isIdentity && isPlainPath(bytes, from, to)) {
            return false; // the most frequent kind by far
        }
        return switch (front.read(bytes, from, to, writtenIn)) {
            case ABSOLUTE -> absolute(bytes, to, writtenIn, edits);
            case PROTOCOL_RELATIVE -> isOurs("") && authority(bytes, to, writtenIn, edits);
            case ROOT_RELATIVE ->
                isRootOurs && !isIdentity && path(bytes, front.pathStart, to, false, writtenIn, edits);
            case RELATIVE -> relative(bytes, from, to, writtenIn, edits);
            case OTHER -> false;
        };
    }

    /**
     * Maps the {@code href} of a {@code <base>} element, which changes what later references without a host refer to. Only
     * the first one counts.
     */
    public boolean mapBase(byte[] bytes, int from, int to, Notation writtenIn, Edits edits) {
        boolean changed = map(bytes, from, to, writtenIn, edits);
        if (!isBaseSeen) {
            isBaseSeen = true;
            UrlFront.Kind kind = front.read(bytes, from, to, writtenIn);
            boolean hasHost = kind == UrlFront.Kind.ABSOLUTE || kind == UrlFront.Kind.PROTOCOL_RELATIVE;
            String scheme = kind == UrlFront.Kind.ABSOLUTE ? frontScheme() : "";
            isRootOurs = !hasHost && kind != UrlFront.Kind.OTHER || hasHost && isOurs(scheme);
        }
        return changed;
    }

    private boolean absolute(byte[] bytes, int to, Notation writtenIn, Edits edits) {
        String scheme = frontScheme();
        if (!isOurs(scheme)) {
            return false;
        }
        boolean changed = false;
        if (!scheme.equals(mount.visitorScheme())) {
            edits.replace(front.schemeStart, front.schemeEnd, visitorScheme);
            changed = true;
        }
        return authority(bytes, to, writtenIn, edits) || changed;
    }

    /** Whether this is a slash and then something that leaves no doubt that no host follows. */
    private static boolean isPlainPath(byte[] bytes, int from, int to) {
        if (to - from < 2 || bytes[from] != '/') {
            return false;
        }
        byte next = bytes[from + 1];
        return next > ' ' && next != '/' && next != '\\' && next != '&';
    }

    private String frontScheme() {
        return front.isHttps ? "https" : "http";
    }

    private boolean isOurs(String scheme) {
        return front.isHost(mount.upstreamHost()) && mount.isUpstream(scheme, mount.upstreamHost(), front.port);
    }

    private boolean authority(byte[] bytes, int to, Notation writtenIn, Edits edits) {
        return path(bytes, front.hostStart, to, true, writtenIn, edits);
    }

    /** Replaces what stands from {@code from} to the end of the base path by the mount, behind the authority or not. */
    private boolean path(byte[] bytes, int from, int to, boolean withAuthority, Notation writtenIn, Edits edits) {
        int pathStart = front.pathStart;
        int end = pathStart;
        Place place = Place.NONE;
        if (!isIdentity) {
            int belowBase = afterBase(bytes, pathStart, to);
            place = belowBase < 0 ? Place.MOUNT : Place.MOUNT_AND_PREFIX;
            end = Math.max(end, belowBase);
        }
        boolean isBare = end == to && pathStart == to; // a bare host means its root
        byte[] with = written(withAuthority, place, isBare, writtenIn);
        if (with.length == end - from && matches(bytes, from, with)) {
            return false;
        }
        edits.replace(from, end, with);
        return true;
    }

    /** What to write is one of few things, each made once. */
    private byte[] written(boolean withAuthority, Place place, boolean isBare, Notation writtenIn) {
        for (Written known : written) {
            if (known.isFor(withAuthority, place, isBare, writtenIn)) {
                return known.bytes;
            }
        }
        String path = switch (place) {
            case NONE -> "";
            case MOUNT -> mount.mountPath();
            case MOUNT_AND_PREFIX -> mount.visitorPrefix();
        };
        String text = (withAuthority ? mount.visitorAuthority() : "") + path + (isBare && !path.isEmpty() ? "/" : "");
        Written made = new Written(withAuthority, place, isBare, writtenIn, writtenIn.write(text));
        written.add(made);
        return made.bytes;
    }

    /** The index behind the base path; -1 where the path is not below it. */
    private int afterBase(byte[] bytes, int pathStart, int to) {
        int end = pathStart + basePath.length;
        if (basePath.length == 0) {
            return end;
        }
        if (end > to || !matches(bytes, pathStart, basePath)) {
            return -1;
        }
        boolean boundary = end == to || bytes[end] == '/' || bytes[end] == '?' || bytes[end] == '#';
        return boundary ? end : -1;
    }

    private static boolean matches(byte[] bytes, int at, byte[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (bytes[at + i] != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /** Relative references need a change only where they climb out of what is mounted. */
    private boolean relative(byte[] bytes, int from, int to, Notation writtenIn, Edits edits) {
        if (isBaseSeen || isIdentity || !mayClimb(bytes, from, to)) {
            return false;
        }
        String reference = writtenIn.decode(bytes, from, to).strip();
        String mapped = mount.map(reference, pagePath);
        if (mapped.equals(reference)) {
            return false;
        }
        edits.replace(from, to, writtenIn.write(mapped));
        return true;
    }

    private static boolean mayClimb(byte[] bytes, int from, int to) {
        for (int i = from; i + 1 < to; i++) {
            if (bytes[i] == '.' && bytes[i + 1] == '.' || bytes[i] == '%' || bytes[i] == '&') {
                return true;
            }
        }
        return false;
    }
}
