package dev.gatehouse.upstream.health;

import dev.gatehouse.transport.Probe;
import dev.gatehouse.transport.ProbeAnswer;
import java.util.concurrent.CompletionStage;

/** Asks an origin about itself; {@link dev.gatehouse.transport.Probes#ask} does. */
public interface Prober {

    /** Begins to ask. Neither waits nor throws; what it returns settles within the probe's patience. */
    CompletionStage<ProbeAnswer> ask(Probe probe);
}
