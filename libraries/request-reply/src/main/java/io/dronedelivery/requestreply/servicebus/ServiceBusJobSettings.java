package io.dronedelivery.requestreply.servicebus;

import java.time.Duration;

/**
 * Jobs on Service Bus. Both queues must exist: {@code requests} without sessions, {@code replies} with them.
 *
 * @param requests the queue of jobs
 * @param replies the queue of replies; a reply channel is a session of it
 * @param lockRenewal how long the lock of a job is renewed while a worker has it; zero when every job ends within the lock
 */
public record ServiceBusJobSettings(String requests, String replies, Duration lockRenewal) {

    /** @throws IllegalArgumentException naming the setting that is missing or wrong */
    public ServiceBusJobSettings {
        requireText("requests", requests);
        requireText("replies", replies);
        if (lockRenewal.isNegative()) {
            throw new IllegalArgumentException("lockRenewal must not be negative, was " + lockRenewal);
        }
    }

    private static void requireText(String name, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " must not be blank");
        }
    }
}
