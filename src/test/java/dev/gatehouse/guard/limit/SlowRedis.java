package dev.gatehouse.guard.limit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A server that counts everything as the first and takes its time: what lies ready is answered together, after a while. */
final class SlowRedis implements AutoCloseable {

    private final ServerSocket server;
    private final Duration pause;
    private final Thread thread = new Thread(this::serve, "slow-redis");

    SlowRedis(Duration pause) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), pause);
    }

    /** Listens on a socket that may speak TLS. */
    SlowRedis(ServerSocket server, Duration pause) {
        this.server = server;
        this.pause = pause;
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "redis://127.0.0.1:" + port();
    }

    int port() {
        return server.getLocalPort();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                answerAll(client.getInputStream(), client.getOutputStream());
            } catch (IOException gone) {
                // the next one, or the end
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    private void answerAll(InputStream in, OutputStream out) throws IOException, InterruptedException {
        for (int first = in.read(); first >= 0; first = in.read()) {
            Thread.sleep(pause.toMillis());
            String rest = new String(in.readNBytes(in.available()), StandardCharsets.ISO_8859_1);
            int questions = ((char) first + rest).split("EVAL", -1).length - 1;
            out.write("*2\r\n:1\r\n:1000\r\n".repeat(questions).getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        thread.interrupt();
    }
}
