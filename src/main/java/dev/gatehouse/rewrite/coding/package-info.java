/** Content codings (RFC 9110, section 8.4.1) undone while a body streams, so that it can be rewritten. */
@NullMarked
package dev.gatehouse.rewrite.coding;

import org.jspecify.annotations.NullMarked;
