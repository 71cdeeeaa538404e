package io.dronedelivery.requestreply;

import io.dronedelivery.requestreply.queue.Job;
import reactor.core.publisher.Mono;

/** Does the work of a job. It is called at least once for each job, so it has to be idempotent. */
@FunctionalInterface
public interface JobHandler {

    /**
     * @param job with the caller's bytes and the remaining time
     * @return the reply; an empty Mono is an empty reply. A failure with its own {@link RequestFailedException} sends its code and message
     *     to the caller at once. After any other exception the job is delivered again as often as configured, then the caller gets the reason.
     *     An {@link Error} ends the worker, which is replaced, and the job is delivered again
     */
    Mono<byte[]> handle(Job job);
}
