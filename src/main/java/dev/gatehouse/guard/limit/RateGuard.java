package dev.gatehouse.guard.limit;

import dev.gatehouse.guard.Guard;

/** Refuses callers who ask too often. */
public sealed interface RateGuard extends Guard permits CountingGuard, UndeclaredGuard {

    /** Whether this guard judges the preflights of browsers too. The chain does not ask it about them otherwise. */
    boolean judgesPreflights();
}
