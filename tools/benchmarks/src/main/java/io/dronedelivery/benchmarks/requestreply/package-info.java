/** Requests a second and latencies of request/reply over each design of the job queue, beside the brokers' bare clients. */
@NullMarked
package io.dronedelivery.benchmarks.requestreply;

import org.jspecify.annotations.NullMarked;
