/** A stand-in of Azure Service Bus inside the JVM, driven by the unmodified SDK. Start with {@link LocalServiceBus}. */
@NullMarked
package io.dronedelivery.localazure.servicebus;

import org.jspecify.annotations.NullMarked;
