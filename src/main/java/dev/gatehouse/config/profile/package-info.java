/**
 * What the settings of other systems say, told as a route table.
 *
 * <p>A profile is a file in {@code conf/profiles} with the values of everything that can be set, and a class that reads the
 * system's own variables and puts in what they say: origins, hosts, deadlines. What comes out is a table like any other,
 * read by the same reader; nothing behind it knows of profiles. Start with {@link dev.gatehouse.config.profile.Profiles}.
 */
@NullMarked
package dev.gatehouse.config.profile;

import org.jspecify.annotations.NullMarked;
