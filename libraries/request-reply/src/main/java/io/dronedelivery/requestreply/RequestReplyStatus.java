package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.autoscale.Autoscaler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of requests and workers, for operators.
 *
 * @param autoscaler the reason for the number of workers; null when only operators change it
 */
public record RequestReplyStatus(
        String queue, RequestCounts requests, WorkerStatus workers, Autoscaler.@Nullable AutoscalerStatus autoscaler) {

    /**
     * The results of the requests since the start.
     *
     * @param inflight unfinished requests, with those that wait for a channel
     * @param answered with a reply
     * @param failed the worker reported that the job cannot be done
     * @param timedOut no reply within the deadline
     * @param refused there was no room
     * @param unavailable the queue could not be used
     * @param late replies whose caller no longer waited
     */
    public record RequestCounts(
            int inflight,
            long answered,
            long failed,
            long timedOut,
            long refused,
            long unavailable,
            long late,
            boolean ready,
            ChannelPoolStatus pool) {}

    /**
     * @param waiting requests that wait for a channel
     * @param created channels opened since the start
     * @param cold requests that had to open one
     * @param exhausted requests that found no idle one: they opened one or waited
     */
    public record ChannelPoolStatus(
            int min, int max, int idle, int inUse, int waiting, long created, long cold, long exhausted) {}

    /**
     * The workers.
     *
     * @param busy workers that have a job
     * @param utilisation share of time in which the queue could deliver a job at once, 0 to 1
     * @param restarts workers that ended by themselves and were replaced
     * @param lastRestart why the last of them ended
     * @param done jobs settled by each worker: similar numbers mean that the work is spread evenly
     */
    public record WorkerStatus(
            int count,
            int busy,
            int prefetch,
            double utilisation,
            long restarts,
            @Nullable String lastRestart,
            List<Long> done) {}
}
