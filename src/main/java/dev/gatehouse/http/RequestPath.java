package dev.gatehouse.http;

/** Stands in until the real one is here. */
public final class RequestPath {}
