package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.queue.Job;
import reactor.core.publisher.Mono;

/** Does the work of a job. Called at least once for each, so it has to be idempotent. */
@FunctionalInterface
public interface JobHandler {

    /**
     * Does a job.
     *
     * @param job with the caller's bytes and the time that is left
     * @return the reply; an empty Mono is an empty reply. Failing with a {@link RequestFailedException} of its own sends its code and message
     *     to the caller at once. Failing with any other exception has the job delivered again as often as configured, then the caller gets
     *     the reason. An {@link Error} ends the worker, which is replaced, and the job is delivered again
     */
    Mono<byte[]> handle(Job job);
}
