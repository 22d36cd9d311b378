package dev.gatehouse.guard;

import dev.gatehouse.http.FieldList;
import java.util.List;
import java.util.Locale;

/** Refuses methods outside the route's list with 405, naming the list (RFC 9110, section 15.5.6). */
final class MethodGuard implements Guard {

    private final List<String> allowed;

    /** Admits {@code allowed}, upper case. */
    MethodGuard(List<String> allowed) {
        this.allowed = List.copyOf(allowed);
    }

    @Override
    public Reason reason() {
        return Reason.METHOD;
    }

    @Override
    public boolean judgesPreflights() {
        return false; // the answer to a preflight is ours, and OPTIONS need not be listed for it
    }

    @Override
    public Verdict judge(GuardedRequest request) {
        if (allowed.contains(request.head().method().toUpperCase(Locale.ROOT))) {
            return Verdict.PASS;
        }
        FieldList allow = new FieldList(1).add("Allow", String.join(", ", allowed));
        return new Verdict.Refuse(405, Reason.METHOD, "method_not_allowed", allow);
    }
}
