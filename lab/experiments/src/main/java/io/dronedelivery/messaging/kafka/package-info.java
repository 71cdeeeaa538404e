/** What the benchmarks need of the adapter to Kafka beyond its API. */
@NullMarked
package io.dronedelivery.messaging.kafka;

import org.jspecify.annotations.NullMarked;
