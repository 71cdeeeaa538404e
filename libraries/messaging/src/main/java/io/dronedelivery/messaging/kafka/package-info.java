/**
 * Kafka as a broker of events: the CloudEvents Kafka binding in binary mode, reactor-kafka's receiver, and offsets that are committed
 * only after the work is done.
 */
@NullMarked
package io.dronedelivery.messaging.kafka;

import org.jspecify.annotations.NullMarked;
