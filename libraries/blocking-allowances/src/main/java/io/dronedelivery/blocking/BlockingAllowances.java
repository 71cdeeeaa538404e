package io.dronedelivery.blocking;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Calls of libraries that block by BlockHound's rules and are tolerated in tests, one class for each library. None of them applies by
 * itself: a module names those it needs in {@code META-INF/services/reactor.blockhound.integration.BlockHoundIntegration} among its
 * test resources.
 */
public final class BlockingAllowances {

    private BlockingAllowances() {}

    /** Timers of the JDK, which Reactor's schedulers use. */
    public static final class Timers implements BlockHoundIntegration {

        @Override
        public void applyTo(BlockHound.Builder builder) {
            // Cancelling a timer locks its thread's queue for a moment. BlockHound allows that for single timers, not
            // for Flux.interval. A thread that is refused while it waits for this lock leaves it unusable: everything
            // that is scheduled on that thread afterwards hangs.
            builder.allowBlockingCallsInside(
                    "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove");
        }
    }

    /** Classes that are loaded when they are first used. */
    public static final class ClassLoading implements BlockHoundIntegration {

        @Override
        public void applyTo(BlockHound.Builder builder) {
            // A cost of the start, not of a request: a class is read from its jar once.
            builder.allowBlockingCallsInside("java.lang.ClassLoader", "loadClass")
                    .allowBlockingCallsInside("jdk.internal.loader.BuiltinClassLoader", "loadClassOrNull");
        }
    }

    /** Random numbers of the JDK. */
    public static final class SecureRandomNumbers implements BlockHoundIntegration {

        @Override
        public void applyTo(BlockHound.Builder builder) {
            // Ids of DNS queries and of AMQP deliveries come from /dev/urandom: a read of a file that never blocks.
            builder.allowBlockingCallsInside("java.security.SecureRandom", "nextBytes");
        }
    }

    /** Jackson's databind. */
    public static final class Jackson implements BlockHoundIntegration {

        @Override
        public void applyTo(BlockHound.Builder builder) {
            // Two threads that read a type for the first time wait for each other.
            builder.allowBlockingCallsInside(
                    "tools.jackson.databind.deser.DeserializerCache", "_createAndCacheValueDeserializer");
        }
    }

    /** Netty's adaptive allocator, which connections have that are not told to use another one. */
    public static final class NettyAllocator implements BlockHoundIntegration {

        @Override
        public void applyTo(BlockHound.Builder builder) {
            // When threads compete for its memory, it divides it further, and waits for one that is just allocating.
            builder.allowBlockingCallsInside(
                    "io.netty.buffer.AdaptivePoolingAllocator$MagazineGroup", "tryExpandMagazines");
        }
    }

    /** The SDK of Service Bus, with its AMQP client. */
    public static final class ServiceBusSdk implements BlockHoundIntegration {

        @Override
        public void applyTo(BlockHound.Builder builder) {
            // A connection's AMQP engine is one task on a Reactor scheduler's thread: it selects on sockets there.
            builder.allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorExecutor", "run")
                    // Wakes that engine through a pipe.
                    .allowBlockingCallsInside("com.azure.core.amqp.implementation.ReactorDispatcher", "invoke")
                    // Writes log lines to the console.
                    .allowBlockingCallsInside("com.azure.core.util.logging.ClientLogger", "performLogging")
                    // Reads files when the classes of a connection are first used.
                    .allowBlockingCallsInside(
                            "com.azure.messaging.servicebus.ServiceBusClientBuilder", "getOrCreateConnectionProcessor");
        }
    }

    /** The SDK of Service Bus where a scheduler's thread may be the first to use it. */
    public static final class ServiceBusSdkStart implements BlockHoundIntegration {

        @Override
        public void applyTo(BlockHound.Builder builder) {
            // Reads a file of its jar when the class is initialised.
            builder.allowBlockingCallsInside("com.azure.messaging.servicebus.ServiceBusClientBuilder", "<clinit>");
        }
    }

    /** The exporter of Azure Monitor. */
    public static final class AzureMonitorExporter implements BlockHoundIntegration {

        private static final String LISTENER =
                "com.azure.monitor.opentelemetry.autoconfigure.implementation.localstorage.LocalStorageTelemetryPipelineListener";

        @Override
        public void applyTo(BlockHound.Builder builder) {
            // Telemetry that could not be sent goes to files, on a thread that does nothing but send telemetry.
            builder.allowBlockingCallsInside(LISTENER, "onResponse").allowBlockingCallsInside(LISTENER, "onException");
        }
    }
}
