/**
 * How is a Redis or Valkey reached? Its address, and a thread that keeps a connection to it.
 *
 * <p>Start with {@link dev.gatehouse.redis.RedisThread}. What is said over the connection is its users' own: {@code guard}
 * counts, {@code upstream} remembers which origins are alive.
 */
@NullMarked
package dev.gatehouse.redis;

import org.jspecify.annotations.NullMarked;
