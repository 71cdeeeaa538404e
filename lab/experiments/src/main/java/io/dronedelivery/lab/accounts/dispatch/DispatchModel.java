package io.dronedelivery.lab.accounts.dispatch;

import java.util.List;

/**
 * What stands for the original's network: inputs, none of which is a result.
 *
 * @param newConnections how many the SNAT gateway lets through within any {@code windowSeconds}
 * @param windowSeconds after which a port may be used again
 * @param patienceSeconds how long a message that has no connection may take before it counts as failed
 */
record DispatchModel(int newConnections, long windowSeconds, long patienceSeconds) {

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

    static final DispatchModel OF_THE_ORIGINAL = new DispatchModel(128, 240, 30);

    /** The same in seconds, to see whether the experiment works. */
    static final DispatchModel SMALL = new DispatchModel(60, 600, 2);
}
