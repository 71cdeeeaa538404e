/**
 * Request and reply over a queue: a call becomes a job, a worker does it, the reply comes back to the caller, all within a deadline.
 * {@link io.dronedelivery.messaging.jobs.RequestReply} is the caller's side, {@link io.dronedelivery.messaging.jobs.WorkerPool} the
 * workers' side; between them is one of the designs of {@link io.dronedelivery.messaging.jobs.JobQueue}, in the packages below.
 */
@NullMarked
package io.dronedelivery.messaging.jobs;

import org.jspecify.annotations.NullMarked;
