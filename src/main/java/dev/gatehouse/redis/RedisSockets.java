package dev.gatehouse.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Opens connections to one Redis, one after the other, none of which blocks for long; and with TLS none to anybody who
 * cannot prove to be the host in the address.
 *
 * <p>Threads: one opens, any may close.
 */
final class RedisSockets implements JedisSocketFactory, AutoCloseable {

    /** Large enough for a whole batch, so that writing one never waits for a peer that does not read. */
    private static final int SEND_BUFFER_BYTES = 131_072;

    private final RedisAddress address;
    private final SSLSocketFactory tls;
    private final int timeoutMillis;
    private volatile @Nullable Socket current;

    RedisSockets(RedisAddress address, SSLSocketFactory tls, int timeoutMillis) {
        this.address = address;
        this.tls = tls;
        this.timeoutMillis = timeoutMillis;
    }

    /** Connects and enters; {@link redis.clients.jedis.exceptions.JedisException} where that does not come about. */
    Connection open() {
        return new Connection(
                this,
                DefaultJedisClientConfig.builder()
                        .user(address.user())
                        .password(address.password())
                        .database(address.database())
                        .connectionTimeoutMillis(timeoutMillis)
                        .socketTimeoutMillis(timeoutMillis)
                        .serverDefaultProtocol() // no HELLO, which old servers and proxies before them do not know
                        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                        .build());
    }

    @Override
    public Socket createSocket() {
        try {
            return connected();
        } catch (IOException failure) {
            close();
            throw new JedisConnectionException("no connection to Redis", failure);
        }
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        current = socket;
        socket.setSendBufferSize(SEND_BUFFER_BYTES);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(timeoutMillis);
        socket.connect(new InetSocketAddress(address.host(), address.port()), timeoutMillis);
        return address.tls() ? secured(socket) : socket;
    }

    private Socket secured(Socket plain) throws IOException {
        SSLSocket socket = (SSLSocket) tls.createSocket(plain, address.host(), address.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the name is checked as in RFC 9110, section 4.3.4
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** Closes the socket opened last; whoever reads from it or connects it fails at once. */
    @Override
    public void close() {
        Socket socket = current;
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException alreadyBroken) {
            // it is gone, and that was the aim
        }
    }
}
