package io.dronedelivery.blocking;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Calls of libraries that block by BlockHound's rules and are tolerated in tests, one class for each library. {@link Locks} applies by
 * itself; a module names the others that it needs in
 * {@code META-INF/services/reactor.blockhound.integration.BlockHoundIntegration} among its test resources.
 */
public final class BlockingAllowances {

    private BlockingAllowances() {}

    /**
     * The JDK's locks, in every module that has this one on its class path.
     *
     * <p>BlockHound sees a thread that waits for a lock only when two threads happen to meet, and does not see a wait for a monitor at
     * all: a test that fails by that fails by chance. Libraries that hold such a lock for a few operations meet sooner or later
     * (Spring's and Hibernate Validator's caches, Jackson's, Netty's adaptive allocator, the JDK's own pools), and a thread that is
     * refused while it waits may leave the lock unusable for everybody. What waits for something to happen is refused as before:
     * conditions, latches, futures, queues, {@code sleep}, files and sockets.
     */
    public static final class Locks implements BlockHoundIntegration {

        @Override
        public void applyTo(BlockHound.Builder builder) {
            String locks = "java.util.concurrent.locks.";
            builder.allowBlockingCallsInside(locks + "ReentrantLock", "lock")
                    .allowBlockingCallsInside(locks + "ReentrantReadWriteLock$ReadLock", "lock")
                    .allowBlockingCallsInside(locks + "ReentrantReadWriteLock$WriteLock", "lock")
                    .allowBlockingCallsInside(locks + "StampedLock", "readLock")
                    .allowBlockingCallsInside(locks + "StampedLock", "writeLock");
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
