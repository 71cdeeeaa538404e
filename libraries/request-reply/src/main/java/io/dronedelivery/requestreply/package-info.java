/**
 * Request and reply over a queue: a call becomes a job, a worker does it, and the reply comes back to the caller, all within a deadline.
 *
 * <p>{@link io.dronedelivery.requestreply.RequestReply} sends jobs to a {@link io.dronedelivery.requestreply.JobHandler}, configured by
 * {@link io.dronedelivery.requestreply.RequestReplySettings}. It fails with {@link io.dronedelivery.requestreply.RequestFailedException},
 * and reports its state as {@link io.dronedelivery.requestreply.RequestReplyStatus}. The packages below implement the queue on each broker.
 */
@NullMarked
package io.dronedelivery.requestreply;

import org.jspecify.annotations.NullMarked;
