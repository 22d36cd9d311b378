package dev.gatehouse.gateway;

import dev.gatehouse.config.model.Front;
import dev.gatehouse.config.model.Front.Https;
import dev.gatehouse.config.model.StatusPage;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.PathPrefix;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.Authority;
import dev.gatehouse.net.HostPattern;
import dev.gatehouse.transport.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a table says of requests before its routes are asked, in the order in which it is asked: first whether the visitor
 * should come back over https, then whether there are settings at all, then whether he meant us, then whether the path is
 * for anybody.
 *
 * <p>Immutable.
 */
final class FrontDoor {

    private final Front front;
    private final Answers answers;
    private final Settings settings;
    private final @Nullable String statusSecret;

    /** What the settings behind the door are like. */
    enum Settings {
        /** They say what to serve. */
        SOUND,
        /** They name no origin. */
        EMPTY,
        /** They are not to be understood. */
        FAULTY
    }

    /**
     * A door.
     *
     * @param statusSecret what a caller of the status page has to bring; null where none is asked for, or the one asked for
     *     is not there
     */
    FrontDoor(Front front, Answers answers, Settings settings, @Nullable String statusSecret) {
        this.front = front;
        this.answers = answers;
        this.settings = settings;
        this.statusSecret = statusSecret;
    }

    /** The answer to a request that does not come in; null where it does. */
    @Nullable
    OwnAnswer turnAway(ClientRequest request) {
        RequestHead head = request.head();
        if (sendsToHttps(head)) {
            return OwnAnswer.empty(308, new FieldList(1).add("Location", httpsUrl(head, request.mountPath())));
        }
        Preview.Refused refusal = refusal(head);
        return refusal == null ? null : answers.error(head, refusal.status(), refusal.code());
    }

    /** Whether the visitor should come back over https. */
    boolean sendsToHttps(RequestHead head) {
        return front.https() == Https.REDIRECT && head.scheme().equals("http");
    }

    /** The URL of a request over https. {@code mountPath} is where we are mounted, in front of every path. */
    String httpsUrl(RequestHead head, String mountPath) {
        String port = front.httpsPort().isPresent() ? ":" + front.httpsPort().getAsInt() : "";
        String query = head.query();
        String path = head.path().raw();
        return "https://" + Authority.bracketed(head.host()) + port + mountPath + (path.startsWith("/") ? path : "/")
                + (query == null ? "" : "?" + query);
    }

    /** Why a request is turned away; null where nothing speaks against it. */
    Preview.@Nullable Refused refusal(RequestHead head) {
        if (settings == Settings.FAULTY || settings == Settings.EMPTY && !isStatus(head)) {
            return new Preview.Refused(503, "misconfigured");
        }
        if (isMisdirected(head)) {
            return new Preview.Refused(421, "misdirected_request");
        }
        return isReserved(head) ? new Preview.Refused(404, "not_found") : null;
    }

    private boolean isMisdirected(RequestHead head) {
        return front.https() == Https.REFUSE && head.scheme().equals("http")
                || !serves(head.host())
                || front.defaultPortOnly() && namesOtherPort(head);
    }

    private boolean serves(String host) {
        List<HostPattern> hosts = front.hosts();
        return hosts.isEmpty() || HostPattern.anyMatches(hosts, host);
    }

    private static boolean namesOtherPort(RequestHead head) {
        Authority authority = Authority.parse(head.authority());
        return authority == null || authority.hasPort() && authority.port() != Origin.defaultPort(head.scheme());
    }

    /** In every spelling, so that nobody reaches behind it by another. */
    private boolean isReserved(RequestHead head) {
        for (PathPrefix path : front.reserved()) {
            if (head.path().isUnder(path)) {
                return true;
            }
        }
        return false;
    }

    /** The page that tells of the origins' health; null for none. */
    @Nullable
    StatusPage status() {
        return front.status();
    }

    /** What a caller of the page has to bring; null where the page asks for nothing, or nothing is there to compare with. */
    @Nullable
    String statusSecret() {
        return statusSecret;
    }

    /** Whether the page is asked for that tells of the origins' health. */
    boolean isStatus(RequestHead head) {
        StatusPage page = front.status();
        return page != null && head.path().raw().equals(page.path());
    }

    /** Whether a request that no route claims is not found, whatever stands behind us. */
    boolean refusesUnmatched() {
        return front.refusesUnmatched();
    }
}
