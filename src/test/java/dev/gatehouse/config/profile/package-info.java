/** What the variables of other systems become. */
@NullMarked
package dev.gatehouse.config.profile;

import org.jspecify.annotations.NullMarked;
