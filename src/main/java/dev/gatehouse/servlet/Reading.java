package dev.gatehouse.servlet;

import dev.gatehouse.net.TrustedPeers;
import org.jspecify.annotations.Nullable;

/**
 * How requests of this deployment are read.
 *
 * @param container the container
 * @param buffers what responses pass through
 * @param peers whose forwarding fields count
 * @param matchesFullPath whether routes see the context path
 * @param country where callers are
 * @param platformIdField the field in which trusted peers give requests an id; null for none
 */
record Reading(
        Container container,
        Buffers buffers,
        TrustedPeers peers,
        boolean matchesFullPath,
        CallerCountry country,
        @Nullable String platformIdField) {}
