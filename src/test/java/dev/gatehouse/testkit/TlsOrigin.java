package dev.gatehouse.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * An HTTPS origin with a certificate of its own making. It sends every body back, with the protocol it was asked over in
 * {@code X-Protocol}; what is sent to {@code /half} comes back by half and then the exchange is broken off.
 */
public final class TlsOrigin implements AutoCloseable {

    /** What opens {@link #trustStore}. */
    public static final String PASSWORD = TlsKeys.PASSWORD;

    private volatile String published = "";

    private final Server server = new Server();
    private final Path trustStore;
    private final int port;

    private TlsOrigin(Path folder, String subject, boolean http2) throws Exception {
        TlsKeys keys = TlsKeys.make(folder, subject);
        trustStore = keys.trustStore();
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keys.keyStore().toString());
        tls.setKeyStorePassword(PASSWORD);
        tls.setSniRequired(false);
        HttpConfiguration http = new HttpConfiguration();
        http.addCustomizer(new SecureRequestCustomizer(false));
        ServerConnector connector = http2
                ? new ServerConnector(
                        server,
                        new SslConnectionFactory(tls, "alpn"),
                        new ALPNServerConnectionFactory("h2", "http/1.1"),
                        new HTTP2ServerConnectionFactory(http),
                        new HttpConnectionFactory(http))
                : new ServerConnector(
                        server, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Echo());
        server.start();
        port = connector.getLocalPort();
    }

    /** Starts an origin whose certificate is for {@code subject}, such as {@code ip:127.0.0.1} or {@code dns:a.test}. */
    public static TlsOrigin start(Path folder, String subject, boolean http2) throws Exception {
        return new TlsOrigin(folder, subject, http2);
    }

    /** A store with this origin's certificate and nothing else. */
    public Path trustStore() {
        return trustStore;
    }

    /** {@code 127.0.0.1:port}. */
    public String authority() {
        return "127.0.0.1:" + port;
    }

    /** What is answered to requests for {@code /published} from now on. */
    public void publish(String text) {
        published = text;
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("the origin did not stop", failure);
        }
    }

    private final class Echo extends Handler.Abstract {

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.getHeaders()
                    .put("X-Protocol", request.getConnectionMetaData().getProtocol());
            if (request.getHttpURI().getPath().equals("/half")) {
                response.getHeaders().put("Content-Length", 200_000);
                response.write(
                        false,
                        ByteBuffer.allocate(100_000),
                        Callback.from(() -> callback.failed(new IOException("as wanted")), callback::failed));
            } else if (request.getHttpURI().getPath().equals("/published")) {
                response.write(true, ByteBuffer.wrap(published.getBytes(StandardCharsets.UTF_8)), callback);
            } else {
                Content.copy(request, response, callback);
            }
            return true;
        }
    }
}
