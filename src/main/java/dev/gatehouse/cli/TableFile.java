package dev.gatehouse.cli;

import dev.gatehouse.config.load.Loading;
import dev.gatehouse.config.load.Loading.Refused;
import dev.gatehouse.config.load.RouteTables;
import dev.gatehouse.config.model.RouteTableConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * A route table named on the command line.
 *
 * @param name as the user wrote it; {@code -} is standard input
 * @param text what stands in it
 */
record TableFile(String name, String text) {

    private static final String STANDARD_INPUT = "-";

    /** Reads the file. @throws Refusal where that cannot be done */
    static TableFile read(String name, InputStream standardInput) {
        try {
            byte[] bytes =
                    name.equals(STANDARD_INPUT) ? standardInput.readAllBytes() : Files.readAllBytes(Path.of(name));
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(bytes))
                    .toString();
            return new TableFile(name, text);
        } catch (CharacterCodingException e) {
            throw new Refusal(name + ": bytes that are not UTF-8 (expected: JSON text in UTF-8)");
        } catch (NoSuchFileException e) {
            throw new Refusal(name + ": no such file");
        } catch (IOException | java.nio.file.InvalidPathException e) {
            throw new Refusal(name + ": cannot be read: " + e.getMessage());
        }
    }

    /** The table. @throws Refusal with every fault, one a line */
    RouteTableConfig table() {
        Loading loading = RouteTables.parse(text);
        if (loading instanceof Refused refused) {
            throw new Refusal(refused.problems().stream()
                    .map(problem -> name + ": " + problem)
                    .collect(Collectors.joining(System.lineSeparator())));
        }
        return loading.orThrow();
    }
}
