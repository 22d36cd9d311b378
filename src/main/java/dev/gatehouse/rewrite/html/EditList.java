package dev.gatehouse.rewrite.html;

import dev.gatehouse.rewrite.url.Edits;
import java.util.ArrayList;
import java.util.List;

/** Changes that are collected in order of position, to be made together. */
final class EditList implements Edits {

    private record Edit(int from, int to, byte[] with) {}

    private final List<Edit> edits = new ArrayList<>();

    @Override
    public void replace(int from, int to, byte[] with) {
        edits.add(new Edit(from, to, with));
    }

    /** Like {@link #replace}, at a position that may be in front of what has been collected. */
    void insert(int from, int to, byte[] with) {
        int at = edits.size();
        while (at > 0 && edits.get(at - 1).from > from) {
            at--;
        }
        edits.add(at, new Edit(from, to, with));
    }

    boolean isEmpty() {
        return edits.isEmpty();
    }

    /** Hands all changes on and forgets them. */
    void moveTo(Edits target) {
        for (Edit edit : edits) {
            target.replace(edit.from, edit.to, edit.with);
        }
        edits.clear();
    }
}
