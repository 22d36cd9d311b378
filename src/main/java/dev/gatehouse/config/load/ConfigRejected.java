package dev.gatehouse.config.load;

import dev.gatehouse.config.load.Loading.Fault;
import dev.gatehouse.config.load.Loading.Refused;
import dev.gatehouse.config.tree.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** There is no route table to run with. The message lists every problem, one a line. */
public final class ConfigRejected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Fault fault;
    private final transient List<Problem> problems;

    ConfigRejected(Refused refused) {
        super(message(refused));
        this.fault = refused.fault();
        this.problems = refused.problems();
    }

    ConfigRejected(Fault fault, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.fault = fault;
        this.problems = List.of();
    }

    /** What kind of failure it is. */
    public Fault fault() {
        return fault;
    }

    /** Everything that is wrong with the document; empty where there was none to look at. */
    public List<Problem> problems() {
        return problems;
    }

    private static String message(Refused refused) {
        return refused.problems().stream()
                .map(problem -> "\n  " + problem)
                .collect(Collectors.joining("", "route table refused:", ""));
    }
}
