package dev.gatehouse.gateway;

import dev.gatehouse.event.RewriteSkipped;
import dev.gatehouse.forward.ClientHead;
import dev.gatehouse.forward.Failure;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.forward.Reception;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.rewrite.Mount;
import dev.gatehouse.rewrite.head.ResponseHeads;

/** What one exchange does with the response of its upstream: maps the head, and says what the body passes through. */
final class ClientReception implements Reception {

    private final Lane lane;
    private final ClientRequest request;
    private final String requestId;
    private final boolean isHead;

    ClientReception(Lane lane, ClientRequest request, String requestId) {
        this.lane = lane;
        this.request = request;
        this.requestId = requestId;
        this.isHead = request.head().method().equals("HEAD");
    }

    @Override
    public Received receive(Hop hop, String upstreamPath, int status, Fields fields, long length) {
        ResponseHeads.Prepared prepared = lane.responseHeads().prepare(fields, mount(hop), upstreamPath);
        FieldList head = prepared.fields();
        if (lane.responseHeads().keeps(RequestIds.FIELD)) {
            head.set(RequestIds.FIELD, requestId);
        }
        boolean hasBody = !isHead && status != 204 && status != 205 && status != 304;
        long announced = status == 204 || status == 205 ? -1 : length; // RFC 9110, section 8.6
        ClientHead client = new ClientHead(status, head, announced, hasBody);
        return new Received(client, null, prepared.redirectRewritten(), RewriteSkipped.NOT_CONFIGURED, null);
    }

    @Override
    public OwnAnswer failed(Failure failure) {
        return Answers.failure(failure, lane, requestId, isHead);
    }

    /** Only links: they are what hints are for (RFC 8297), and each is mapped like those of the final head. */
    @Override
    public Fields hints(Fields hints) {
        FieldList links = new FieldList(2);
        Hop hop = lane.hop();
        if (hop != null) {
            Fields mapped = lane.responseHeads().prepare(hints, mount(hop), "/").fields();
            mapped.all("Link").forEach(link -> links.add("Link", link));
        }
        return links;
    }

    private Mount mount(Hop hop) {
        String host = hop.origin().host();
        return new Mount(
                request.head().scheme(),
                request.head().authority(),
                request.mountPath(),
                lane.stripsPrefix() ? strippedPrefix() : "",
                hop.origin().scheme(),
                host.indexOf(':') >= 0 ? "[" + host + "]" : host,
                hop.origin().port(),
                hop.basePath());
    }

    private String strippedPrefix() {
        String prefix = lane.prefix().text();
        return prefix.equals("/") ? "" : prefix;
    }
}
