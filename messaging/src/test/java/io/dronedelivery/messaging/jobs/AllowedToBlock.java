package io.dronedelivery.messaging.jobs;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/** Secure random numbers come from a device that never waits; the Service Bus SDK draws some for every message and link. */
public final class AllowedToBlock implements BlockHoundIntegration {

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside("java.security.SecureRandom", "nextBytes");
    }
}
