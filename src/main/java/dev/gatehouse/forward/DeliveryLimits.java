package dev.gatehouse.forward;

/**
 * How long each phase may take, and how often it is tried. All times in nanoseconds.
 *
 * @param head one attempt, until the response head
 * @param total all attempts and the pauses between them, until the response head
 * @param firstByte from the response head to the first byte of the body
 * @param idle silence between two bytes of the body
 * @param retry when another attempt follows a failure
 */
public record DeliveryLimits(long head, long total, long firstByte, long idle, RetryRule retry) {}
