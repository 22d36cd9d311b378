/** Which characters a body is written in, and turning them into UTF-8. */
@NullMarked
package dev.gatehouse.rewrite.charset;

import org.jspecify.annotations.NullMarked;
