package io.dronedelivery.delivery.dispatch;

import java.util.List;

/**
 * The result of a request for synthetic messages.
 *
 * @param accepted how many were queued
 * @param queued how many waited before
 * @param inflight how many were on their way before
 * @param concurrency how many may be on their way
 * @param errors why messages failed since the last request, at most ten reasons
 */
record Produced(int accepted, int queued, int inflight, int concurrency, List<String> errors) {}
