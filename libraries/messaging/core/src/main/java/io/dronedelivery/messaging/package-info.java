/** One programming model over Service Bus and Kafka: publish, consume, dispatch, request and reply. */
@NullMarked
package io.dronedelivery.messaging;

import org.jspecify.annotations.NullMarked;
