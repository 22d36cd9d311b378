package dev.gatehouse.guard.jwt;

import java.util.concurrent.CompletionStage;

/** What there is to say when keys are asked for. */
sealed interface KeyAnswer {

    /** The keys are here. */
    record Known(IssuerKeys keys) implements KeyAnswer {}

    /** They cannot be had, now or for a little while. */
    record Unobtainable() implements KeyAnswer {}

    /** They have been sent for; {@code answer} settles with one of the other two and never fails. */
    record Coming(CompletionStage<KeyAnswer> answer) implements KeyAnswer {}
}
