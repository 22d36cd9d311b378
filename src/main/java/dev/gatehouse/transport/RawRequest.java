package dev.gatehouse.transport;

import java.net.URI;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * A client request whose target and method are sent exactly as given. The client library's own parses the path as a URI,
 * which refuses or changes some that visitors send, and folds the method to upper case.
 */
final class RawRequest extends HttpRequest {

    private final String rawMethod;
    private final String rawPath;
    private final @Nullable String rawQuery;
    private final URI originUri;
    private final JettyCall call;

    RawRequest(HttpClient client, URI originUri, UpstreamRequest request, JettyCall call) {
        super(client, new HttpConversation(), originUri);
        this.rawMethod = request.method();
        this.rawPath = request.path();
        this.rawQuery = request.query();
        this.originUri = originUri;
        this.call = call;
    }

    JettyCall call() {
        return call;
    }

    @Override
    public String getMethod() {
        return rawMethod;
    }

    @Override
    public String getPath() {
        return rawPath;
    }

    @Override
    @SuppressWarnings("NullAway") // the library means null for "no query" and is not annotated
    public String getQuery() {
        return rawQuery;
    }

    /** The origin only: the target need not be a URI. Asked for cookies and authentication, which are both switched off. */
    @Override
    public URI getURI() {
        return originUri;
    }
}
