/** How fast events are published to Kafka, beside the tool that Kafka brings for this question. */
@NullMarked
package io.dronedelivery.lab.comparisons.kafka;

import org.jspecify.annotations.NullMarked;
