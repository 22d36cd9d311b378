package dev.gatehouse.servlet;

import dev.gatehouse.forward.ClientSide;
import dev.gatehouse.forward.OwnAnswer;
import dev.gatehouse.gateway.ClientRequest;
import dev.gatehouse.http.RequestHead;
import dev.gatehouse.net.IpAddress;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** One request of the container, as the gateway wants to see it. */
final class ServletClientRequest implements ClientRequest {

    /** Where a dispatched request finds its way back to its exchange. */
    static final String CLIENT = "dev.gatehouse.client";

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final @Nullable Visitor visitor;
    private final RequestHead head;
    private final String mountPath;
    private final Container container;
    private final Buffers buffers;
    private final CallerCountry country;
    private final @Nullable String platformIdField;

    ServletClientRequest(HttpServletRequest request, HttpServletResponse response, Reading reading) {
        this.request = request;
        this.response = response;
        this.container = reading.container();
        this.buffers = reading.buffers();
        this.country = reading.country();
        this.platformIdField = reading.platformIdField();
        this.visitor = Visitor.of(request, reading.peers());
        MountedPath mounted = MountedPath.of(request, reading.matchesFullPath());
        this.mountPath = mounted.mount();
        this.head = new ServletRequestHead(request, visitor == null ? NOBODY : visitor, mounted.path());
    }

    private static final Visitor NOBODY = new Visitor(null, "http", "", "", false);

    @Override
    public RequestHead head() {
        return head;
    }

    @Override
    public @Nullable IpAddress clientAddress() {
        return visitor == null ? null : visitor.address();
    }

    @Override
    public @Nullable String country() {
        return visitor == null ? null : country.of(request, visitor.peerIsTrusted(), visitor.address());
    }

    @Override
    public String mountPath() {
        return mountPath;
    }

    @Override
    public @Nullable String platformRequestId() {
        return platformIdField != null && visitor != null && visitor.peerIsTrusted()
                ? request.getHeader(platformIdField)
                : null;
    }

    @Override
    public int malformed() {
        return visitor == null ? 400 : 0;
    }

    @Override
    public void answer(OwnAnswer answer) {
        try {
            ResponseHead.write(answer.head(), request, response, container);
            if (answer.head().hasBody()) {
                byte[] bytes = new byte[answer.body().remaining()];
                answer.body().get(bytes);
                ResponseHead.reserve(response, bytes.length);
                response.getOutputStream().write(bytes);
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    @Override
    public ClientSide open() {
        ContainerClient client = new ContainerClient(container, buffers, request, response);
        request.setAttribute(CLIENT, client);
        return client;
    }
}
