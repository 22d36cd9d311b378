/** One line per request. Start with {@link dev.gatehouse.observe.accesslog.AccessLog}. */
@NullMarked
package dev.gatehouse.observe.accesslog;

import org.jspecify.annotations.NullMarked;
