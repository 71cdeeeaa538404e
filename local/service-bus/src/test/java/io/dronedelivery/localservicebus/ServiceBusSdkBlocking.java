package io.dronedelivery.localservicebus;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Calls that block by BlockHound's rules, and are none of our code. The SDK runs the AMQP engine of each connection as one task on a Reactor scheduler's thread, where it draws secure random numbers and
 * selects on sockets.
 */
public final class ServiceBusSdkBlocking implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorExecutor", "run")
                .allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorDispatcher", "invoke")
                .allowBlockingCallsInside("com.azure.core.util.logging.ClientLogger", "performLogging")
                .allowBlockingCallsInside(
                        "com.azure.messaging.servicebus.ServiceBusClientBuilder", "getOrCreateConnectionProcessor")
                // Two threads that read a type for the first time wait for each other.
                .allowBlockingCallsInside(
                        "com.fasterxml.jackson.databind.deser.DeserializerCache", "_createAndCacheValueDeserializer")
                // Cancelling a Flux.interval locks the timer queue of its thread. Refused there, the lock stays
                // unusable.
                .allowBlockingCallsInside(
                        "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove");
    }
}
