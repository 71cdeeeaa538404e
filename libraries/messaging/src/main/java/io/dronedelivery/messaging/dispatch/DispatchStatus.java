package io.dronedelivery.messaging.dispatch;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dronedelivery.messaging.event.BrokerConnections;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the dispatcher stands.
 *
 * @param queued messages that wait for their turn
 * @param inflight messages on their way
 * @param errors messages given up after their last attempt, since the start
 * @param concurrency how many may be on their way
 * @param capacity how many may wait
 * @param draining whether nothing new is taken
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
        List<Sink> sinks,
        List<Failure> lastErrors) {

    /**
     * The latency of a share of the messages: the slowest are left out, {@code ceil((1 - percent / 100) * n)} of them.
     *
     * @param percent the share
     * @param count how many messages these are
     * @param averageMs their mean, rounded up as in the published tables, so that it may stand one above the longest
     * @param minMs the shortest, rounded
     * @param maxMs the longest, rounded
     */
    public record LatencyRow(double percent, long count, long averageMs, long minMs, long maxMs) {}

    /**
     * One sink.
     *
     * @param name such as {@code servicebus}
     * @param inflight messages that it has been given and has not acknowledged
     * @param written messages acknowledged
     * @param errors messages given up
     * @param retries messages' attempts after their first
     * @param connections its connections, when it tells of them
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Sink(
            String name,
            int inflight,
            long written,
            long errors,
            long retries,
            BrokerConnections.@Nullable Connections connections) {}

    /**
     * Why messages were given up.
     *
     * @param at when
     * @param message the sink and its failure
     */
    public record Failure(Instant at, String message) {}
}
