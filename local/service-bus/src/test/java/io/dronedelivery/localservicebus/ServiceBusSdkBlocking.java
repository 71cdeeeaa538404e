package io.dronedelivery.localservicebus;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * The SDK runs the AMQP engine of each connection as one task on a Reactor scheduler's thread, where it draws secure random numbers and
 * selects on sockets: blocking by BlockHound's rules, and none of our code.
 */
public final class ServiceBusSdkBlocking implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorExecutor", "run")
                .allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorDispatcher", "invoke")
                .allowBlockingCallsInside("com.azure.core.util.logging.ClientLogger", "performLogging")
                .allowBlockingCallsInside(
                        "com.azure.messaging.servicebus.ServiceBusClientBuilder", "getOrCreateConnectionProcessor");
    }
}
