package dev.gatehouse.config.load;

import dev.gatehouse.config.model.RouteTableConfig;
import dev.gatehouse.config.tree.Problem;
import java.util.List;

/** What came of reading a document. */
public sealed interface Loading {

    /**
     * The document is sound.
     *
     * @param table what it says
     */
    record Loaded(RouteTableConfig table) implements Loading {}

    /**
     * The document is refused as a whole.
     *
     * @param fault what kind of failure it is
     * @param problems everything that is wrong with it, at least one
     */
    record Refused(Fault fault, List<Problem> problems) implements Loading {

        /** Copies the list. */
        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /** The kinds of failure that callbacks and logs tell apart. */
    enum Fault {
        /** The place that holds the document could not be asked. */
        UNREACHABLE,
        /** The document is not JSON. */
        MALFORMED,
        /** The document is JSON, but not a route table. */
        SCHEMA,
        /** The document is of a version that this build does not know, and is not guessed at. */
        UNSUPPORTED_VERSION
    }

    /** The table. @throws ConfigRejected where there is none */
    default RouteTableConfig orThrow() {
        if (this instanceof Refused refused) {
            throw new ConfigRejected(refused);
        }
        return ((Loaded) this).table();
    }
}
