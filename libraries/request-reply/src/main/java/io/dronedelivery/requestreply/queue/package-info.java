/**
 * What a design of the queue implements, {@link io.dronedelivery.requestreply.queue.JobQueue}, and what designs have in common. Those who
 * have jobs done see two of its types: they pass a {@code JobQueue} on, and their handlers get {@link io.dronedelivery.requestreply.queue.Job}s.
 */
@NullMarked
package io.dronedelivery.requestreply.queue;

import org.jspecify.annotations.NullMarked;
