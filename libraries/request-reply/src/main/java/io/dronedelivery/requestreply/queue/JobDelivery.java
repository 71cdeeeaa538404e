package io.dronedelivery.requestreply.queue;

import reactor.core.publisher.Mono;

/**
 * A job that was delivered to a worker, which settles it in one of four ways. No settlement fails when the lock has expired and another
 * process has the job. Any thread may call the methods.
 */
public interface JobDelivery {

    Job job();

    /** Sends the reply, and then removes the job from the queue. After a crash between the two the job is done again. */
    Mono<Void> reply(Reply reply);

    /** Gives the job back to be delivered again, counted as an attempt. */
    Mono<Void> abandon();

    /** Gives the job back before it was begun, without counting an attempt. */
    Mono<Void> release();

    /** Removes the job from the queue without a reply, because its caller no longer waits. */
    Mono<Void> drop();
}
