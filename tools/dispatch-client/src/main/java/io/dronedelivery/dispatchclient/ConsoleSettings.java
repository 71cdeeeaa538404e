package io.dronedelivery.dispatchclient;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one run.
 *
 * @param uri the gateway's address, without a slash at its end
 * @param tokens sent with each call
 * @param produce whether messages are produced
 * @param count messages of each production
 * @param every time between two productions
 * @param concurrency sent with each production; null keeps the dispatcher's
 * @param status whether the status is shown
 * @param statusEvery time between two statuses
 * @param ending when the client ends by itself
 */
record ConsoleSettings(
        URI uri,
        TokenSource tokens,
        boolean produce,
        int count,
        Duration every,
        @Nullable Integer concurrency,
        boolean status,
        Duration statusEvery,
        Ending ending) {

    /**
     * @param after a time, or null
     * @param times the number of productions or, when nothing is produced, of statuses; or null
     */
    record Ending(@Nullable Duration after, @Nullable Integer times) {}
}
