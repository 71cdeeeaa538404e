/** AMQP 1.0 on the wire: connections, links, {@code } and {@code }. */
@NullMarked
package io.dronedelivery.localazure.servicebus.amqp;

import org.jspecify.annotations.NullMarked;
