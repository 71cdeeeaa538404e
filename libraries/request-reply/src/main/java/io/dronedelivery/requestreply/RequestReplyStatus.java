package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.autoscale.Autoscaler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes on, for operators.
 *
 * @param queue the design of the queue
 * @param requests those of this process
 * @param workers those of this process
 * @param autoscaler why there are as many workers as there are; null when their number is only changed by hand
 */
public record RequestReplyStatus(
        String queue, Requests requests, Workers workers, Autoscaler.@Nullable Status autoscaler) {

    /**
     * What became of the requests since the start.
     *
     * @param inflight requests without an end yet, those that wait for a channel included
     * @param answered with a reply
     * @param failed the worker said that it cannot be done
     * @param timedOut no reply within the deadline
     * @param refused there was no room
     * @param unavailable the queue could not be used
     * @param late replies that nobody waited for any more
     */
    public record Requests(
            int inflight,
            long answered,
            long failed,
            long timedOut,
            long refused,
            long unavailable,
            long late,
            boolean ready,
            Pool pool) {}

    /**
     * How full the pool of reply channels is.
     *
     * @param waiting requests that wait for a channel
     * @param created channels opened since the start
     * @param cold requests that had to open one
     * @param exhausted requests that found no idle one: they opened one or waited
     */
    public record Pool(int min, int max, int idle, int inUse, int waiting, long created, long cold, long exhausted) {}

    /**
     * How the workers are.
     *
     * @param busy workers that have a job
     * @param utilisation share of time in which the queue could hand out a job at once, 0 to 1
     * @param restarts workers that ended by themselves and were replaced
     * @param lastRestart why the last of them ended
     * @param done jobs settled by each worker: even numbers mean that the work is spread evenly
     */
    public record Workers(
            int count,
            int busy,
            int prefetch,
            double utilisation,
            long restarts,
            @Nullable String lastRestart,
            List<Long> done) {}
}
