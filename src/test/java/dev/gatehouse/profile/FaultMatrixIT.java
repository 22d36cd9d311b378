package dev.gatehouse.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.model.Profile;
import dev.gatehouse.testkit.WireMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every profile under every fault with every method, as the table says that stands among the test's resources. */
class FaultMatrixIT extends KisumFlow {

    private static final List<String> METHODS = List.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");

    /** One line of the table, for one of its methods. */
    private record Cell(
            Profile profile,
            Fault fault,
            String method,
            int status,
            String answered,
            int attempts,
            boolean passedOverAfterwards) {

        String key() {
            return profile + " " + fault + " " + method;
        }
    }

    private static List<Cell> table() {
        List<Cell> cells = new ArrayList<>();
        text().lines()
                .filter(line -> !line.startsWith("#"))
                .skip(1)
                .map(line -> List.of(line.split("\t", -1)))
                .forEach(line -> {
                    for (String method : line.get(2).split(",", -1)) {
                        cells.add(cell(line, method));
                    }
                });
        return cells;
    }

    private static Cell cell(List<String> line, String method) {
        assertThat(line).hasSize(7);
        assertThat(line.get(6)).isIn("out", "stays");
        return new Cell(
                Profile.valueOf(line.get(0).toUpperCase(Locale.ROOT)),
                Fault.of(line.get(1)),
                method,
                Integer.parseInt(line.get(3)),
                line.get(4),
                Integer.parseInt(line.get(5)),
                line.get(6).equals("out"));
    }

    private static String text() {
        try (InputStream in =
                Objects.requireNonNull(FaultMatrixIT.class.getResourceAsStream("/dev/gatehouse/fault-matrix.tsv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void theTableSaysOfEachCombinationOnceWhatBecomesOfIt() {
        TreeSet<String> all = new TreeSet<>();
        for (Profile profile : Profile.values()) {
            for (Fault fault : Fault.values()) {
                METHODS.forEach(method -> all.add(profile + " " + fault + " " + method));
            }
        }
        assertThat(table().stream().map(Cell::key).sorted()).containsExactlyElementsOf(all);
    }

    static Stream<Arguments> profilesAndFaults() {
        return Stream.of(Profile.values())
                .flatMap(profile -> Stream.of(Fault.values()).map(fault -> Arguments.of(profile, fault)));
    }

    @ParameterizedTest
    @MethodSource("profilesAndFaults")
    void whatBecomesOfARequestIsWhatTheTableSays(Profile profile, Fault fault) throws Exception {
        FaultStage stage = FaultStage.open(this, profile, fault);
        try {
            for (Cell cell : table()) {
                if (cell.profile == profile && cell.fault == fault) {
                    if (stage.isSpent()) {
                        stage.close();
                        stage = FaultStage.open(this, profile, fault);
                    }
                    plays(stage, cell);
                }
            }
        } finally {
            stage.close();
        }
    }

    private void plays(FaultStage stage, Cell cell) throws Exception {
        boolean hasBody = List.of("POST", "PUT", "PATCH").contains(cell.method);
        WireMessage response = stage.faultily(cell.method, hasBody ? "a body" : "");
        assertThat(response.status()).as(cell.key()).isEqualTo(cell.status);
        assertThat(FaultStage.whose(response)).as(cell.key()).isEqualTo(cell.answered);
        assertThat(next().attempts()).as("attempts of %s", cell.key()).isEqualTo(cell.attempts);
        boolean hasBroken = cell.fault == Fault.RESET_MID_BODY && cell.status == 200 && !cell.method.equals("HEAD");
        assertThat(response.ending())
                .as(cell.key())
                .isEqualTo(hasBroken ? WireMessage.Ending.BROKEN_OFF : WireMessage.Ending.CLEAN);
        stage.isSeen(cell.attempts, cell.answered.equals("second"), hasBody ? "a body" : "");
        WireMessage after = stage.soundly();
        boolean passedOver = FaultStage.whose(after).equals("second") && next().attempts() == 1;
        assertThat(passedOver).as("passed over after %s", cell.key()).isEqualTo(cell.passedOverAfterwards);
        events.clear();
        stage.isOver(passedOver);
    }
}
