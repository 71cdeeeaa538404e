package io.dronedelivery.localapplicationinsights.api;

import java.util.List;
import java.util.Map;

/**
 * One transaction from end to end.
 *
 * @param start of its earliest item, in milliseconds since the epoch
 * @param durationMs until the end of its last item
 * @param answeredMs until the end of the first request; what is later happened after its answer
 * @param backOffMs how long callers waited after a 429 before the next attempt; simultaneous waits count once
 * @param rows in the order of calls, each below its parent
 */
record Waterfall(
        String operationId,
        long start,
        double durationMs,
        double answeredMs,
        double backOffMs,
        List<WaterfallRow> rows) {

    /**
     * A row of the transaction's waterfall.
     *
     * @param kind {@code request}, {@code dependency}, {@code backoff}, {@code trace}, {@code exception} or {@code event}
     * @param depth 0 for an item without a parent
     * @param critical whether the first request's answer waited for it, see {@link CriticalPath}
     * @param offsetMs from the transaction's start
     * @param text the URL or statement of a call, or the message of a trace
     * @param dimensions the item's custom dimensions
     */
    record WaterfallRow(
            String kind,
            int depth,
            String id,
            String role,
            String name,
            String type,
            String resultCode,
            boolean success,
            boolean critical,
            double offsetMs,
            double durationMs,
            String text,
            Map<String, String> dimensions) {}
}
