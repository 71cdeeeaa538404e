package io.dronedelivery.servicekit.testing;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * What blocks by BlockHound's rules and is none of our code: the SDK of Service Bus runs the AMQP engine of each connection as one task
 * on a Reactor scheduler's thread, where it draws secure random numbers and selects on sockets, and reads files when its classes are
 * first used. The exporter of Azure Monitor and Jackson have their moments too.
 */
public final class BlockingLibraries implements BlockHoundIntegration {

    private static final String LOCAL_STORAGE =
            "com.azure.monitor.opentelemetry.autoconfigure.implementation.localstorage.";

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorExecutor", "run")
                .allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorDispatcher", "invoke")
                .allowBlockingCallsInside("com.azure.core.util.logging.ClientLogger", "performLogging")
                // Also when it names a delivery on the thread of whoever sends.
                .allowBlockingCallsInside("java.security.SecureRandom", "nextBytes")
                .allowBlockingCallsInside("com.azure.messaging.servicebus.ServiceBusClientBuilder", "<clinit>")
                .allowBlockingCallsInside(
                        "com.azure.messaging.servicebus.ServiceBusClientBuilder", "getOrCreateConnectionProcessor")
                // Telemetry that could not be sent goes to files, on a thread that does nothing but send telemetry.
                .allowBlockingCallsInside(LOCAL_STORAGE + "LocalStorageTelemetryPipelineListener", "onResponse")
                .allowBlockingCallsInside(LOCAL_STORAGE + "LocalStorageTelemetryPipelineListener", "onException")
                // Two threads that read a type for the first time wait for each other.
                .allowBlockingCallsInside(
                        "com.fasterxml.jackson.databind.deser.DeserializerCache", "_createAndCacheValueDeserializer")
                // Cancelling a Flux.interval locks the timer queue of its thread. Refused there, the lock stays
                // unusable.
                .allowBlockingCallsInside(
                        "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove");
    }
}
