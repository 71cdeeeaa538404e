/** Jobs on Kafka: a topic of requests and a topic of replies. */
@NullMarked
package io.dronedelivery.requestreply.kafka;

import org.jspecify.annotations.NullMarked;
