package io.dronedelivery.delivery.dispatch;

import java.util.List;

/**
 * The result of a request for synthetic messages.
 *
 * @param accepted number of queued messages
 * @param queued number of messages that waited before
 * @param inflight number of messages in flight before
 * @param concurrency limit of messages in flight
 * @param errors why messages failed since the last request, at most ten reasons
 */
record Produced(int accepted, int queued, int inflight, int concurrency, List<String> errors) {}
