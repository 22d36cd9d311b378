package dev.gatehouse.rewrite.url;

import dev.gatehouse.rewrite.Mount;
import java.nio.charset.StandardCharsets;

/**
 * Maps URL references of one page onto the proxy. Only the bytes that name the upstream change: scheme, host with port,
 * and the front of the path where the proxy is mounted elsewhere; user information, query, fragment and every odd spelling
 * stay as they are.
 *
 * <p>Threads: confined to one response.
 */
public final class LinkMapper {

    private final Mount mount;
    private final String pagePath;
    private final UrlFront front = new UrlFront();
    private final byte[] basePath;
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
        return switch (front.read(bytes, from, to, writtenIn)) {
            case ABSOLUTE -> absolute(bytes, to, writtenIn, edits);
            case PROTOCOL_RELATIVE -> isOurs("") && authority(bytes, to, writtenIn, edits);
            case ROOT_RELATIVE -> isRootOurs && path(bytes, front.pathStart, front.pathStart, to, "", writtenIn, edits);
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
            edits.replace(front.schemeStart, front.schemeEnd, ascii(mount.visitorScheme()));
            changed = true;
        }
        return authority(bytes, to, writtenIn, edits) || changed;
    }

    private String frontScheme() {
        return front.isHttps ? "https" : "http";
    }

    private boolean isOurs(String scheme) {
        String host = front.host();
        return !host.isEmpty() && mount.isUpstream(scheme, host, front.port);
    }

    private boolean authority(byte[] bytes, int to, Notation writtenIn, Edits edits) {
        return path(bytes, front.hostStart, front.pathStart, to, mount.visitorAuthority(), writtenIn, edits);
    }

    /** Replaces what stands from {@code from} to the end of the base path by {@code authority} and the mount. */
    private boolean path(
            byte[] bytes, int from, int pathStart, int to, String authority, Notation writtenIn, Edits edits) {
        int end = pathStart;
        String place = mount.mountPath();
        if (!mount.isIdentity()) {
            int belowBase = afterBase(bytes, pathStart, to);
            if (belowBase >= 0) {
                end = belowBase;
                place = mount.visitorPrefix();
            }
        } else {
            place = "";
        }
        if (end == to && pathStart == to && !place.isEmpty()) {
            place += "/"; // a bare host means its root
        }
        byte[] with = writtenIn.write(authority + place);
        if (with.length == end - from && matches(bytes, from, with)) {
            return false;
        }
        edits.replace(from, end, with);
        return true;
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
        if (isBaseSeen || mount.isIdentity() || !mayClimb(bytes, from, to)) {
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
