/** What people and machines get to see of requests. */
@NullMarked
package dev.gatehouse.observe;

import org.jspecify.annotations.NullMarked;
