/** Azure Service Bus: publishes through the SDK's senders, consumes through the Spring Cloud Stream binder. */
@NullMarked
package io.dronedelivery.messaging.servicebus;

import org.jspecify.annotations.NullMarked;
