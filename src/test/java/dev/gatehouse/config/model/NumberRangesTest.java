package dev.gatehouse.config.model;

import static dev.gatehouse.config.load.Documents.faults;
import static dev.gatehouse.config.load.Documents.forwarding;
import static dev.gatehouse.config.load.Documents.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The bounds of every number in a table: the last that is accepted and the first that is not, on both sides. */
class NumberRangesTest {

    /** Fields of a route with an upstream; {@code @} stands for the number. */
    private static final String RANGES = """
            "timeoutMs": @, "totalTimeoutMs": 300000                        | timeoutMs                         | 1 | 120000
            "totalTimeoutMs": @, "timeoutMs": 1                             | totalTimeoutMs                    | 1 | 300000
            "firstChunkTimeoutMs": @                                        | firstChunkTimeoutMs               | 1 | 600000
            "streamIdleTimeoutMs": @                                        | streamIdleTimeoutMs               | 1 | 600000
            "retries": @                                                    | retries                           | 0 | 100
            "retryBackoffMs": @                                             | retryBackoffMs                    | 0 | 5000
            "limits": {"maxInFlight": @}                                    | limits.maxInFlight                | 1 | 10000
            "mirror": {"upstream": "m.test", "percent": @}                  | mirror.percent                    | 1 | 100
            "mirror": {"upstream": "m.test", "timeoutMs": @}                | mirror.timeoutMs                  | 1 | 5000
            "requestPolicy": {"maxBodyBytes": @}                            | requestPolicy.maxBodyBytes        | 1 | 524288000
            "cors": {"maxAge": @}                                           | cors.maxAge                       | 0 | 2147483647
            "forwardAuth": {"url": "http://auth.test", "timeoutMs": @}      | forwardAuth.timeoutMs             | 1 | 5000
            "cache": {"ttlSeconds": @}                                      | cache.ttlSeconds                  | 1 | 31536000
            "cache": {"staleWhileRevalidateSeconds": @}                     | cache.staleWhileRevalidateSeconds | 0 | 31536000
            "cache": {"staleIfError": {"seconds": @}}                       | cache.staleIfError.seconds        | 0 | 31536000
            "cache": {"statusTtlSeconds": {"404": @}}                       | cache.statusTtlSeconds.404        | 0 | 31536000
            """;

    private static Stream<Arguments> ranges() {
        return RANGES.lines()
                .map(line -> line.split("\\|"))
                .map(cells -> Arguments.of(
                        cells[0].strip(),
                        cells[1].strip(),
                        Long.valueOf(cells[2].strip()),
                        Long.valueOf(cells[3].strip())));
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void aNumberWithinItsBoundsIsAccepted(String fields, String path, long min, long max) {
        assertThat(faultsWith(fields, min)).isEmpty();
        assertThat(faultsWith(fields, max)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void aNumberBeyondItsBoundsIsRefusedWithPathAndBounds(String fields, String path, long min, long max) {
        for (Object number : List.of(min - 1, max + 1, min + 0.5, "1e400", "\"" + min + "\"", "null", "true")) {
            assertThat(faultsWith(fields, number))
                    .as("%s", number)
                    .singleElement()
                    .asString()
                    .startsWith("routes[0]." + path + ": ")
                    .endsWith("(expected: a whole number from " + min + " to " + max + ")");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, true", "0.5, true", "1e-9, true", "-0.01, false", "1.01, false", "\"0.5\", false"})
    void theRetryRatioLiesBetweenNothingAndEverything(String ratio, boolean accepted) {
        assertThat(faults(forwarding("\"limits\": {\"retryRatio\": " + ratio + "}"))
                        .isEmpty())
                .isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource({"failover, maxAttempts, 1, 64", "outlier, consecutiveFailures, 1, 10", "outlier, ejectSeconds, 1, 300"})
    void numbersOfAWalkHaveBounds(String block, String field, long min, long max) {
        for (long number : new long[] {min, max}) {
            assertThat(faults(walk(block, field, number))).isEmpty();
        }
        for (long number : new long[] {min - 1, max + 1}) {
            assertThat(faults(walk(block, field, number)))
                    .singleElement()
                    .asString()
                    .startsWith("routes[0]." + block + "." + field);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "1000000, true", "0, false", "-1, false", "1000001, false", "0.5, false"})
    void weightsArePositiveWholeNumbers(String weight, boolean accepted) {
        String document =
                table("{\"match\": {\"path\": \"/\"}, \"trafficSplit\": [{\"upstream\": \"a.test\", \"weight\": "
                        + weight + "}]}");
        assertThat(faults(document).isEmpty()).isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource({"200, true", "599, true", "199, false", "600, false"})
    void anEdgeAnswerHasAStatusFrom200To599(String status, boolean accepted) {
        String document = table("{\"match\": {\"path\": \"/\"}, \"respond\": {\"status\": " + status + "}}");
        assertThat(faults(document).isEmpty()).isEqualTo(accepted);
    }

    private static List<String> faultsWith(String fields, Object number) {
        return faults(forwarding(fields.replace("@", number.toString())));
    }

    private static String walk(String block, String field, long number) {
        return table("{\"match\": {\"path\": \"/\"}, \"upstreams\": [\"a.test\"], \"" + block + "\": {\"" + field
                + "\": " + number + "}}");
    }
}
