package io.dronedelivery.messaging.deadletter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the dead letters of a subscription.
 *
 * @param letters without their data
 * @param next where the next page begins; null when there is nothing more. A page may be short, and even empty, when what was looked at
 *     does not fit the filter
 * @param scanned how many were looked at
 */
public record DeadLetterPage(
        List<WaitingDeadLetter> letters, @Nullable String next, int scanned) {

    public DeadLetterPage {
        letters = List.copyOf(letters);
    }
}
