package dev.gatehouse.config.model;

/**
 * A literal replacement in a body.
 *
 * @param from the text to find, never empty
 * @param to what stands there instead, possibly empty
 */
public record Replacement(String from, String to) {}
