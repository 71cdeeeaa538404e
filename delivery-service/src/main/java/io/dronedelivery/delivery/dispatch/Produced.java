package io.dronedelivery.delivery.dispatch;

import java.util.List;

/**
 * What became of a request for messages.
 *
 * @param accepted how many were queued
 * @param queued how many waited before
 * @param inflight how many were on their way before
 * @param concurrency how many may be on their way
 * @param errors why messages were given up since the last such request, ten at most
 */
record Produced(int accepted, int queued, int inflight, int concurrency, List<String> errors) {}
