/** Plain text on its way to the client: literal replacements, and links found in text that is not markup. */
@NullMarked
package dev.gatehouse.rewrite.text;

import org.jspecify.annotations.NullMarked;
