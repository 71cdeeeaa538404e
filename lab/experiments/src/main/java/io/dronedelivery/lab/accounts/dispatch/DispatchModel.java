package io.dronedelivery.lab.accounts.dispatch;

import java.time.Duration;
import java.util.List;

/**
 * What stands for the original's network: inputs, none of which is a result.
 *
 * @param newConnections how many the SNAT gateway lets through within any {@code window}
 * @param window after which a port may be used again
 * @param patience how long a message that has no connection may take before it counts as failed
 */
record DispatchModel(int newConnections, Duration window, Duration patience) {

    /** Why the inputs are what they are; the page shows it. */
    static final List<String> DERIVATION = List.of(
            "New connections to the local Service Bus stand for the original's SNAT ports: 128 within any 4 minutes"
                    + " are let through, further ones connect and are never answered. The original's latencies stood still"
                    + " after 126 messages, each of which had a connection of its own; Azure gives a port out again after"
                    + " about 4 minutes.",
            "A message fails after 30 s without an answer. The original's failed when TCP gave up, after up to 66 s;"
                    + " what matters is that they hold their places meanwhile: 8 a second for 30 s are more than the 100"
                    + " that may be in flight, so the queue grows.",
            "Messages have the original's size: ten strings of 1,679 letters in all, about 1.75 KB of JSON.");

    static final DispatchModel OF_THE_ORIGINAL = new DispatchModel(128, Duration.ofMinutes(4), Duration.ofSeconds(30));

    /** The same in seconds, to see whether the experiment works. */
    static final DispatchModel SMALL = new DispatchModel(60, Duration.ofMinutes(10), Duration.ofSeconds(2));
}
