package dev.gatehouse.gateway;

import dev.gatehouse.config.model.Identity;
import dev.gatehouse.event.RewriteSkipped;
import dev.gatehouse.forward.ClientHead;
import dev.gatehouse.forward.Failure;
import dev.gatehouse.forward.Hop;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.forward.Reception;
import dev.gatehouse.http.FieldList;
import dev.gatehouse.http.Fields;
import dev.gatehouse.net.Authority;
import dev.gatehouse.rewrite.BodyFilters;
import dev.gatehouse.rewrite.BodyRewriter;
import dev.gatehouse.rewrite.Mount;
import dev.gatehouse.rewrite.head.ResponseHeads;
import dev.gatehouse.rewrite.head.RewrittenHeads;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one exchange does with the response of its upstream: maps the head, and says what the body passes through. */
final class ClientReception implements Reception {

    private static final BodyRewriter.Decision NOT_CONFIGURED =
            new BodyRewriter.Decision.Skip(RewriteSkipped.NOT_CONFIGURED);
    private static final BodyFilters NO_FILTERS = new BodyFilters(null, null);

    private final Passage passage;
    private final Lane lane;
    private final boolean isHead;

    ClientReception(Passage passage) {
        this.passage = passage;
        this.lane = passage.lane();
        this.isHead = passage.isHead();
    }

    @Override
    public Received receive(Hop hop, String upstreamPath, int status, Fields fields, long length) {
        Mount mount = mount(hop);
        ResponseHeads.Prepared prepared = lane.responseHeads().prepare(fields, mount, upstreamPath);
        FieldList head = prepared.fields();
        boolean hasBody = ClientHead.hasBody(status, isHead);
        long announced = length;
        BodyRewriter bodies = lane.bodies();
        BodyRewriter.Decision decision = bodies == null
                ? NOT_CONFIGURED
                // HEAD is answered as GET would be, so that both say the same of the representation
                : bodies.decide(status, hasBody || isHead, fields.first("Content-Type"), codings(fields));
        BodyFilters filters = NO_FILTERS;
        if (bodies != null && decision instanceof BodyRewriter.Decision.Rewrite rewrite) {
            announced = -1;
            String nonce = RewrittenHeads.adapt(head, rewrite, bodies.rules(), mount, upstreamPath);
            filters = BodyFilters.of(bodies, rewrite, mount, upstreamPath, nonce);
        }
        lane.responseHeads().finish(head);
        if (lane.responseHeads().keeps(RequestIds.FIELD)) {
            passage.stamp(head);
        }
        passage.dress(head);
        passage.keepAt(hop, head);
        if (lane.route().rewriting().noStore()) {
            NoStore.override(head);
        }
        ClientHead client = ClientHead.relayed(status, head, announced, isHead).with(identity(hop));
        return new Received(
                client,
                hasBody ? filters.filter() : null,
                prepared.redirectRewritten(),
                skipped(decision),
                hasBody ? filters.injected() : null);
    }

    /** Who answered, in the fields that the operator named. */
    private FieldList identity(Hop hop) {
        Map<String, Identity> names = lane.route().rewriting().identify();
        FieldList fields = new FieldList(names.size());
        names.forEach((name, identity) -> fields.add(
                name,
                switch (identity) {
                    case ORIGIN -> hop.origin().uri().toString();
                    case NAME -> hop.name();
                }));
        return fields;
    }

    private @Nullable RewriteSkipped skipped(BodyRewriter.Decision decision) {
        if (decision instanceof BodyRewriter.Decision.Skip skip) {
            return skip.reason();
        }
        return isHead ? RewriteSkipped.NO_BODY : null;
    }

    private static @Nullable String codings(Fields fields) {
        List<String> lines = fields.all("Content-Encoding");
        return lines.isEmpty() ? null : String.join(",", lines);
    }

    @Override
    public OwnAnswer failed(Failure failure, String reason) {
        return passage.failed(failure, reason);
    }

    /** Only links: they are what hints are for (RFC 8297), and each is mapped like those of the final head. */
    @Override
    public Fields hints(Hop hop, Fields hints) {
        FieldList links = new FieldList(2);
        Fields mapped = lane.responseHeads().prepare(hints, mount(hop), "/").fields();
        mapped.all("Link").forEach(link -> links.add("Link", link));
        return links;
    }

    private Mount mount(Hop hop) {
        ClientRequest request = passage.request();
        return new Mount(
                request.head().scheme(),
                request.head().authority(),
                request.mountPath(),
                lane.strippedPrefix(),
                hop.origin().scheme(),
                Authority.bracketed(hop.origin().host()),
                hop.origin().port(),
                hop.basePath());
    }
}
