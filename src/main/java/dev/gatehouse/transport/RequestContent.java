package dev.gatehouse.transport;

import dev.gatehouse.body.BodySource;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** A request body of ours, pulled by the client library as the origin takes it. */
final class RequestContent implements Request.Content {

    private final BodySource body;

    RequestContent(BodySource body) {
        this.body = body;
    }

    @Override
    public long getLength() {
        return body.length();
    }

    /** None of our own: what the client says of its body is among the fields, and where it says nothing, so do we. */
    @Override
    @SuppressWarnings("NullAway") // the library means null for "none" and is not annotated
    public String getContentType() {
        return (@Nullable String) null;
    }

    @Override
    public Content.Chunk read() {
        return switch (body.next()) {
            case CHUNK -> Content.Chunk.from(body.chunk(), body.isLast(), body::release);
            case END -> Content.Chunk.EOF;
            case FAILED -> Content.Chunk.from(body.failure());
            case PENDING -> nothingYet();
        };
    }

    @SuppressWarnings("NullAway") // the library means null for "nothing yet" and is not annotated
    private static Content.Chunk nothingYet() {
        return null;
    }

    @Override
    public void demand(Runnable callback) {
        body.demand(callback);
    }

    @Override
    public void fail(Throwable failure) {
        body.cancel(failure);
    }
}
