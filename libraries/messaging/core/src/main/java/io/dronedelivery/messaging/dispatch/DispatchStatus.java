package io.dronedelivery.messaging.dispatch;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dronedelivery.messaging.event.BrokerConnections;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param queued messages that wait for their turn
 * @param inflight messages in flight
 * @param errors messages given up after their last attempt, since the start
 * @param concurrency how many may be in flight
 * @param capacity how many may wait
 * @param draining whether it takes no new messages
 * @param latency from admission to the last sink's acknowledgement, for 100, 99.99, 99.9, 99, 95 and 90 % of the messages
 * @param sinks each sink by itself
 * @param lastErrors the last ten messages given up, the oldest first
 */
public record DispatchStatus(
        int queued,
        int inflight,
        long errors,
        int concurrency,
        int capacity,
        boolean draining,
        List<LatencyRow> latency,
        List<SinkStatus> sinks,
        List<DispatchFailure> lastErrors) {

    /**
     * The latency of a share of the messages: the slowest {@code ceil((1 - percent / 100) * n)} messages are left out.
     *
     * @param percent the share
     * @param count how many messages are in the share
     * @param averageMs their mean, rounded up as in the published tables, so that it may be one above the longest
     * @param minMs the shortest, rounded
     * @param maxMs the longest, rounded
     */
    public record LatencyRow(double percent, long count, long averageMs, long minMs, long maxMs) {}

    /**
     * @param name such as {@code servicebus}
     * @param inflight messages that were passed to it and are not acknowledged
     * @param written messages acknowledged
     * @param errors messages given up
     * @param retries messages' attempts after their first
     * @param connections its connections, or null when they are unknown
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SinkStatus(
            String name,
            int inflight,
            long written,
            long errors,
            long retries,
            BrokerConnections.@Nullable ConnectionCounts connections) {}

    /**
     * Why messages were given up.
     *
     * @param at when
     * @param message the sink and its failure
     */
    public record DispatchFailure(Instant at, String message) {}
}
