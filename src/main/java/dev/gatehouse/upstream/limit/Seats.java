package dev.gatehouse.upstream.limit;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many requests one route has under way at each of its upstreams, and no more than so many. Who finds no seat does not
 * wait for one.
 *
 * <p>Memory is bounded: of more than {@value #MOST} upstreams one that nobody sits at is forgotten, or else the one that has
 * been known longest; those who sit there may still give back, and new ones begin at nought.
 *
 * <p>Threads: may be shared; exact.
 */
public final class Seats {

    static final int MOST = 256;

    /** One request's place at an upstream. */
    public interface Seat {

        /** Frees the seat: on every way a request can end, or at its response's head. A second call does nothing. */
        void giveBack();
    }

    private final int maxInFlight;

    /** In the order in which they became known; guarded by this. */
    private final Map<String, Table> tables = new LinkedHashMap<>();

    /**
     * All seats are free.
     *
     * @param maxInFlight how many an upstream has, at least 1
     */
    public Seats(int maxInFlight) {
        this.maxInFlight = maxInFlight;
    }

    /** Takes a seat at an upstream; null where all are taken. */
    public synchronized @Nullable Seat take(String authority) {
        Table table = tables.computeIfAbsent(authority, unknown -> new Table());
        if (table.taken == maxInFlight) {
            return null;
        }
        table.taken++;
        dropOneTooMany();
        return new Taken(table);
    }

    /** Never drops the table just sat down at: it is not free, and of several the last to have become known. */
    private void dropOneTooMany() {
        if (tables.size() <= MOST) {
            return;
        }
        boolean freed = removeFirstFree();
        if (!freed) {
            Iterator<Table> oldest = tables.values().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private boolean removeFirstFree() {
        Iterator<Table> all = tables.values().iterator();
        while (all.hasNext()) {
            if (all.next().taken == 0) {
                all.remove();
                return true;
            }
        }
        return false;
    }

    /** How many upstreams are remembered. */
    synchronized int size() {
        return tables.size();
    }

    /** How many seats are taken at the upstreams that are remembered. */
    synchronized int taken() {
        return tables.values().stream().mapToInt(table -> table.taken).sum();
    }

    private synchronized void free(Taken seat) {
        if (!seat.givenBack) {
            seat.givenBack = true;
            seat.table.taken--;
        }
    }

    /** The seats of one upstream; guarded by the owner. */
    private static final class Table {

        int taken;
    }

    private final class Taken implements Seat {

        private final Table table;
        private boolean givenBack; // guarded by the owner

        Taken(Table table) {
            this.table = table;
        }

        @Override
        public void giveBack() {
            free(this);
        }
    }
}
