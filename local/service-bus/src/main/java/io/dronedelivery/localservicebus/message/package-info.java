/** The parts of a message: its AMQP sections, found without decoding the body. */
@NullMarked
package io.dronedelivery.localservicebus.message;

import org.jspecify.annotations.NullMarked;
