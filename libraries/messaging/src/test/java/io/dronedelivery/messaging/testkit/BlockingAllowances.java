package io.dronedelivery.messaging.testkit;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/** Calls that block by BlockHound's rules and are none of our code. */
public final class BlockingAllowances implements BlockHoundIntegration {

    @Override
    public void applyTo(BlockHound.Builder builder) {
        timers(builder);
        json(builder);
        serviceBus(builder);
    }

    /** Two threads that read a type for the first time wait for each other. */
    private static void json(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside(
                "com.fasterxml.jackson.databind.deser.DeserializerCache", "_createAndCacheValueDeserializer");
    }

    /**
     * Cancelling a timer takes the lock of its thread's queue for a moment. Reactor allows that for single timers and forgets
     * {@code Flux.interval}. An error thrown while a thread waits for such a lock leaves the lock unusable: everything that is
     * scheduled on that thread afterwards hangs.
     */
    private static void timers(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove");
    }

    /**
     * The SDK runs the AMQP engine of each connection as one task on a Reactor scheduler's thread, where it draws secure random numbers
     * and selects on sockets.
     */
    private static void serviceBus(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorExecutor", "run")
                .allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorDispatcher", "invoke")
                .allowBlockingCallsInside("com.azure.core.util.logging.ClientLogger", "performLogging")
                // Also when it names a delivery on another thread.
                .allowBlockingCallsInside("java.security.SecureRandom", "nextBytes")
                .allowBlockingCallsInside(
                        "com.azure.messaging.servicebus.ServiceBusClientBuilder", "getOrCreateConnectionProcessor");
    }
}
