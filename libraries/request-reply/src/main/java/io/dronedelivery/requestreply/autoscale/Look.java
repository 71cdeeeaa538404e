package io.dronedelivery.requestreply.autoscale;

import org.jspecify.annotations.Nullable;

/**
 * The load between two looks at it.
 *
 * @param utilisation share of time in which the queue could hand out a job at once, 0 to 1
 * @param consumption jobs a second that came in: the requests of this process, or what its workers did if that is more, since others may
 *     send jobs, too
 * @param dispatch jobs a second that workers did
 * @param length jobs that wait for a worker; null when the broker does not tell
 * @param idle the fewest workers that had room for a job at a time
 */
public record Look(
        double utilisation,
        double consumption,
        double dispatch,
        @Nullable Long length,
        int idle) {}
