package io.dronedelivery.requestreply.queue;

import reactor.core.publisher.Mono;

/**
 * A job that was delivered to a worker, which settles it in one of four ways. None of them fails when the job meanwhile belongs to another
 * process, because its lock has expired. Each may be called by any thread.
 */
public interface JobDelivery {

    /** The job, with the number of this delivery. */
    Job job();

    /** Sends the reply and takes the job from the queue, in this order: a crash between the two has the job done again. */
    Mono<Void> reply(Reply reply);

    /** Gives the job back to be delivered again, counted as an attempt. */
    Mono<Void> abandon();

    /** Gives the job back as if it had never been delivered: it was not begun. */
    Mono<Void> release();

    /** Takes the job from the queue without a reply: nobody waits for it. */
    Mono<Void> drop();
}
