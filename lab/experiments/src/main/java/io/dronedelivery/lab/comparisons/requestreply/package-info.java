/** Requests a second and latencies of request/reply over each design of the job queue, beside the brokers' bare clients. */
@NullMarked
package io.dronedelivery.lab.comparisons.requestreply;

import org.jspecify.annotations.NullMarked;
