package dev.gatehouse.cli;

import dev.gatehouse.config.source.Secrets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where commands look for secrets: where the proxy does. */
final class SecretsOption {

    @Option(names = "--secrets-dir", paramLabel = "DIR", description = "The folder with one file per secret.")
    private @Nullable Path folder;

    /** The secrets of this process and of the folder, if one is given. */
    Secrets secrets() {
        return Secrets.ofProcess(folder);
    }
}
