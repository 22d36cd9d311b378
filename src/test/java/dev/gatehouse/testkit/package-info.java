/**
 * What tests share: a clock moved by hand, an origin and a client on raw sockets, requests made up on the spot, and
 * ways to cut an input into pieces.
 */
@NullMarked
package dev.gatehouse.testkit;

import org.jspecify.annotations.NullMarked;
