package dev.gatehouse.container;

import dev.gatehouse.testkit.OriginConnection;
import dev.gatehouse.testkit.ScriptedOrigin;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An origin that learns while it runs what to do for each path: it is there before the container is. */
final class PathOrigin implements AutoCloseable {

    /** What to do when a request head has come and its body has not been read. */
    @FunctionalInterface
    interface Part {
        void play(String head, OriginConnection connection) throws IOException;
    }

    private final Map<String, Part> parts = new ConcurrentHashMap<>();
    private final ScriptedOrigin origin;

    PathOrigin() throws IOException {
        origin = ScriptedOrigin.playing(connection -> {
            for (String head = connection.head(); head != null; head = connection.head()) {
                part(head).play(head, connection);
            }
        });
    }

    private Part part(String head) throws IOException {
        String target = head.split(" ", 3)[1];
        int end = target.indexOf('?');
        Part part = parts.get(end < 0 ? target : target.substring(0, end));
        if (part == null) {
            throw new IOException("nothing is scripted for " + target);
        }
        return part;
    }

    /** Replies to requests for {@code path}, as the origin sees it, once they have been read in full. */
    void reply(String path, ScriptedOrigin.Reply reply) {
        parts.put(path, (head, connection) -> reply.to(connection.rest(head), connection));
    }

    /** Takes over as soon as the head of a request for {@code path} is there. */
    void play(String path, Part part) {
        parts.put(path, part);
    }

    String authority() {
        return origin.authority();
    }

    @Override
    public void close() throws IOException {
        origin.close();
    }
}
