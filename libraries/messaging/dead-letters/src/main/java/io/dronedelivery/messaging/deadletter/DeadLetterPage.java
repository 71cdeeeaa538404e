package io.dronedelivery.messaging.deadletter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the dead letters of a subscription, without their data.
 *
 * @param next where the next page begins; null at the end. A page may be short, and even empty, when the checked dead letters do not fit
 *     the filter
 * @param scanned how many were checked
 */
public record DeadLetterPage(
        List<WaitingDeadLetter> letters, @Nullable String next, int scanned) {

    public DeadLetterPage {
        letters = List.copyOf(letters);
    }
}
