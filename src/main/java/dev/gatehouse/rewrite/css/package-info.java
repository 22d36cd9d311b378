/** URLs in style sheets: {@code url()}, {@code @import}, {@code image-set()}. */
@NullMarked
package dev.gatehouse.rewrite.css;

import org.jspecify.annotations.NullMarked;
