package io.dronedelivery.requestreply.autoscale;

import org.jspecify.annotations.Nullable;

/**
 * The load in one interval of the autoscaler.
 *
 * @param utilisation share of time in which the queue could deliver a job at once, 0 to 1
 * @param consumption incoming jobs a second: the requests of this process, or the jobs done by its workers if there are more of them, since
 *     other processes may send jobs too
 * @param dispatch jobs a second that workers did
 * @param length jobs that wait for a worker; null when the broker does not report it
 * @param idle the fewest workers that had room for a job at a time
 */
public record Look(
        double utilisation,
        double consumption,
        double dispatch,
        @Nullable Long length,
        int idle) {}
