/** How fast events are published to Kafka, beside the tool that Kafka brings for this question. */
@NullMarked
package io.dronedelivery.benchmarks.kafka;

import org.jspecify.annotations.NullMarked;
