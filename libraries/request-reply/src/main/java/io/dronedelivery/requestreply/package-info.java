/**
 * Request and reply over a queue: a call becomes a job, a worker does it, the reply comes back to the caller, all within a deadline.
 * {@link io.dronedelivery.requestreply.RequestReply} is the caller's side, {@link io.dronedelivery.requestreply.WorkerPool} the
 * workers' side; between them is one of the designs of {@link io.dronedelivery.requestreply.JobQueue}, in the packages below.
 */
@NullMarked
package io.dronedelivery.requestreply;

import org.jspecify.annotations.NullMarked;
