package dev.gatehouse.cli;

import picocli.CommandLine.Option;

/** Where a server listens. */
final class Address {

    @Option(
            names = "--port",
            defaultValue = "8080",
            paramLabel = "PORT",
            description = "Port to listen on; 0 picks a free one. Default: ${DEFAULT-VALUE}.")
    int port = 8080;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            paramLabel = "HOST",
            description = "Address to listen on; 0.0.0.0 for all. Default: ${DEFAULT-VALUE}.")
    String host = "127.0.0.1";

    @Option(
            names = "--context",
            defaultValue = "/",
            paramLabel = "PATH",
            description = "Context path. Default: ${DEFAULT-VALUE}.")
    String context = "/";

    /** The context path as containers write it: begins with {@code /} and ends with it only where that is all. */
    String contextPath() {
        String path = context.startsWith("/") ? context : "/" + context;
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
