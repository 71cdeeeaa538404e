/** AMQP 1.0 on the wire: connections, links, {@code $cbs} and {@code $management}. */
@NullMarked
package io.dronedelivery.localservicebus.amqp;

import org.jspecify.annotations.NullMarked;
