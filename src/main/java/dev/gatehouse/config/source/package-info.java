/**
 * Where settings and documents come from: files, the environment, the container, and whatever an application hands in.
 *
 * <p>Start with {@link dev.gatehouse.config.source.SettingLookup} for single settings and {@link
 * dev.gatehouse.config.source.ConfigSource} for route tables. Nothing here judges what it finds.
 */
@NullMarked
package dev.gatehouse.config.source;

import org.jspecify.annotations.NullMarked;
