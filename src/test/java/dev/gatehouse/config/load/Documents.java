package dev.gatehouse.config.load;

import dev.gatehouse.config.load.Loading.Loaded;
import dev.gatehouse.config.load.Loading.Refused;
import dev.gatehouse.config.model.RouteConfig;
import dev.gatehouse.config.model.RouteTableConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Documents for tests, and what the whole schema says about them. */
public final class Documents {

    private Documents() {}

    /** A table with one route that has an upstream, a path and {@code fields}. */
    public static String forwarding(String fields) {
        return table("{\"match\": {\"path\": \"/\"}, \"upstream\": \"a.test\"" + (fields.isEmpty() ? "" : ", " + fields)
                + "}");
    }

    /** A table of routes, each a JSON object. */
    public static String table(String... routes) {
        return "{\"routes\": [" + String.join(", ", routes) + "]}";
    }

    /** A table of one route with {@code defaults}. */
    public static String withDefaults(String defaults, String fields) {
        return "{\"defaults\": {" + defaults + "}, " + forwarding(fields).substring(1);
    }

    /** The faults of a document, positions left out; empty where it is sound. */
    public static List<String> faults(String document) {
        return RouteTables.validate(document) instanceof Refused refused
                ? refused.problems().stream()
                        .map(problem -> problem.pointer().path() + ": " + problem.message())
                        .toList()
                : List.of();
    }

    /** The table of a sound document. */
    public static RouteTableConfig read(String document) {
        Loading loading = RouteTables.validate(document);
        if (loading instanceof Loaded loaded) {
            return loaded.table();
        }
        throw new AssertionError(loading.toString());
    }

    /** The one route of a sound document that {@link #forwarding} makes. */
    public static RouteConfig route(String fields) {
        return read(forwarding(fields)).routes().get(0);
    }

    /** A text among the test resources. */
    public static String resource(String name) {
        try (InputStream in = Documents.class.getResourceAsStream("/dev/gatehouse/config/" + name)) {
            if (in == null) {
                throw new AssertionError("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
