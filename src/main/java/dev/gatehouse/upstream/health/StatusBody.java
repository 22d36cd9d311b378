package dev.gatehouse.upstream.health;

/**
 * What is answered to somebody who asks how upstreams are.
 *
 * @param status of the answer
 * @param json its body
 */
public record StatusBody(int status, String json) {}
