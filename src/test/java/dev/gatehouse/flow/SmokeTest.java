package dev.gatehouse.flow;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.testkit.Front;
import java.net.*;
import java.net.http.*;
import java.util.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;

class SmokeTest {
    @ParameterizedTest
    @EnumSource
    void passes(Front.Kind kind) throws Exception {
        HttpServer o = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        o.setExecutor(java.util.concurrent.Executors.newCachedThreadPool());
        o.createContext("/", x -> {
            byte[] in = x.getRequestBody().readAllBytes();
            String q = x.getRequestURI().getQuery();
            int n = q == null ? 5 : Integer.parseInt(q.replaceAll("\\D", ""));
            byte[] b = new byte[n];
            Arrays.fill(b, (byte) 'x');
            if (in.length > 0) b = in;
            x.getResponseHeaders().add("Content-Type", "text/plain; charset=utf-8");
            System.out.println(
                    x.getRequestMethod() + " " + x.getRequestURI() + " " + new TreeMap<>(x.getRequestHeaders()));
            x.sendResponseHeaders(200, q != null && q.startsWith("c") ? 0 : b.length);
            x.getResponseBody().write(b);
            x.close();
        });
        o.start();
        String table = "{\"routes\":[{\"match\":{\"path\":\"/\"},\"upstream\":\"127.0.0.1:"
                + o.getAddress().getPort() + "\",\"scheme\":\"http\",\"allowPrivateUpstream\":true}]}";
        try (Front f = Front.servlet(kind, "/ctx", Map.of("config", table))) {
            HttpClient c =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            for (String q : List.of("", "?l1000", "?l20000", "?l100000", "?l3000000", "?c1000", "?c300000")) {
                HttpResponse<byte[]> r = c.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + f.port() + "/ctx/a" + q))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
                System.out.println(kind + " " + q + " " + r.statusCode() + " " + r.body().length + " "
                        + r.headers().map());
            }
            HttpResponse<byte[]> r = c.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + f.port() + "/ctx/a"))
                            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[500000]))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            System.out.println(kind + " POST " + r.statusCode() + " " + r.body().length);
        }
        o.stop(0);
    }
}
