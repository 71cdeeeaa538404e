package io.dronedelivery.dispatchclient;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The dispatcher's state, as far as it is shown as text.
 *
 * @param queued messages that wait
 * @param inflight messages that are being sent
 * @param errors messages that could not be sent, since the start
 * @param concurrency how many may be in flight
 * @param latency a row for each share of the messages, without the slowest
 */
record DispatchStatus(
        long queued,
        long inflight,
        long errors,
        @JsonProperty(required = true) int concurrency,
        List<LatencyRow> latency) {

    DispatchStatus {
        latency = latency == null ? List.of() : List.copyOf(latency);
    }

    /**
     * @param percent share of the messages, such as 99.9; computed by the service
     * @param count how many messages are in the share
     */
    record LatencyRow(double percent, long count, long averageMs, long minMs, long maxMs) {}
}
