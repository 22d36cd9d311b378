package dev.gatehouse.event;

/**
 * How the entry of a split was chosen.
 *
 * @param index its position in the table, from 0
 * @param reason {@code sticky} where the caller's cookie named it, {@code weighted} where the hash did
 * @param scope what was hashed: {@code ip}, {@code path}, {@code url}, {@code header}, {@code cookie}, {@code query}, or
 *     {@code none}
 */
public record Selection(int index, String reason, String scope) {}
