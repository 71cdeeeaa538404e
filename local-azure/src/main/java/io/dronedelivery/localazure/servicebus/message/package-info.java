/** What a message is made of: its AMQP sections, found without decoding the body. */
@NullMarked
package io.dronedelivery.localazure.servicebus.message;

import org.jspecify.annotations.NullMarked;
