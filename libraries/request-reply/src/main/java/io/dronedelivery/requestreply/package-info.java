/**
 * Request and reply over a queue: a call becomes a job, a worker does it, the reply comes back to the caller, all within a deadline.
 * {@link io.dronedelivery.requestreply.RequestReply} has jobs done by a {@link io.dronedelivery.requestreply.JobHandler} as its {@link
 * io.dronedelivery.requestreply.RequestReplySettings} say, fails with {@link io.dronedelivery.requestreply.RequestFailedException} and tells
 * how it is by {@link io.dronedelivery.requestreply.RequestReplyStatus}. The queue is one of the designs in the packages below.
 */
@NullMarked
package io.dronedelivery.requestreply;

import org.jspecify.annotations.NullMarked;
