package io.dronedelivery.gateway.testing;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/** What may block on an event loop, and why. */
public final class AllowedToBlock implements BlockHoundIntegration {

    @Override
    public void applyTo(BlockHound.Builder builder) {
        // Classes are loaded from jars when they are first used; that is a cost of the start, not of a request.
        builder.allowBlockingCallsInside("java.lang.ClassLoader", "loadClass");
        builder.allowBlockingCallsInside("jdk.internal.loader.BuiltinClassLoader", "loadClassOrNull");
        // Random ids of DNS queries come from /dev/urandom, which never blocks.
        builder.allowBlockingCallsInside("java.security.SecureRandom", "nextBytes");
        // Two threads that read a type for the first time wait for each other.
        builder.allowBlockingCallsInside(
                "com.fasterxml.jackson.databind.deser.DeserializerCache", "_createAndCacheValueDeserializer");
        // Cancelling a Flux.interval locks the timer queue of its thread. Refused there, the lock stays unusable.
        builder.allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove");
    }
}
