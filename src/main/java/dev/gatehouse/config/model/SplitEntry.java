package dev.gatehouse.config.model;

/**
 * One upstream of a split.
 *
 * @param upstream where it is
 * @param weight its share, 1 to 1000000, out of the sum of all weights
 */
public record SplitEntry(UpstreamRef upstream, int weight) {}
