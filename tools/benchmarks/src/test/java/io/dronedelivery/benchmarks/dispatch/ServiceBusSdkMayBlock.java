package io.dronedelivery.benchmarks.dispatch;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * The SDK runs the AMQP engine of each connection as one task on a Reactor scheduler's thread, where it draws secure random numbers,
 * selects on sockets and loads what it needs: blocking by BlockHound's rules, and none of our code.
 */
public final class ServiceBusSdkMayBlock implements BlockHoundIntegration {

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorExecutor", "run")
                .allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorDispatcher", "invoke")
                .allowBlockingCallsInside("com.azure.core.util.logging.ClientLogger", "performLogging")
                .allowBlockingCallsInside("java.security.SecureRandom", "nextBytes")
                .allowBlockingCallsInside("com.azure.messaging.servicebus.ServiceBusClientBuilder", "<clinit>")
                .allowBlockingCallsInside(
                        "com.azure.messaging.servicebus.ServiceBusClientBuilder", "getOrCreateConnectionProcessor");
    }
}
