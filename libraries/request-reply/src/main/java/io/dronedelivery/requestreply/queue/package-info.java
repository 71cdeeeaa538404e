/**
 * The interface of queues, {@link io.dronedelivery.requestreply.queue.JobQueue}, and the parts that its implementations share. An
 * application uses two of the types: it passes a {@code JobQueue} on, and its handlers get
 * {@link io.dronedelivery.requestreply.queue.Job}s.
 */
@NullMarked
package io.dronedelivery.requestreply.queue;

import org.jspecify.annotations.NullMarked;
