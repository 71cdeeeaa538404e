package io.dronedelivery.localapplicationinsights.api;

import java.util.List;
import java.util.Map;

/**
 * One transaction from end to end.
 *
 * @param start of its earliest item, milliseconds of the epoch
 * @param durationMs until the end of its last
 * @param backOffMs time that callers waited after a 429 before they tried again; waits at the same time count once
 * @param rows in the order of calls: each below the one that it is a part of
 */
record Waterfall(String operationId, long start, double durationMs, double backOffMs, List<Row> rows) {

    /**
     * A line of it.
     *
     * @param kind {@code request}, {@code dependency}, {@code backoff}, {@code trace}, {@code exception} or {@code event}
     * @param depth 0 for what nothing else led to
     * @param offsetMs from the transaction's start
     * @param text what was asked for, or what was said
     * @param dimensions what else the item tells
     */
    record Row(
            String kind,
            int depth,
            String id,
            String role,
            String name,
            String type,
            String resultCode,
            boolean success,
            double offsetMs,
            double durationMs,
            String text,
            Map<String, String> dimensions) {}
}
