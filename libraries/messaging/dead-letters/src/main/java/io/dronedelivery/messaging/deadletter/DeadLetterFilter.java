package io.dronedelivery.messaging.deadletter;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the dead letters that match all given conditions.
 *
 * @param ids these; empty for any
 * @param reason this one; null for any
 * @param type of the event; null for any
 * @param from became a dead letter then or later; null for any time
 * @param to became a dead letter before; null for any time
 */
public record DeadLetterFilter(
        Set<String> ids,
        @Nullable String reason,
        @Nullable String type,
        @Nullable Instant from,
        @Nullable Instant to) {

    public static final DeadLetterFilter ALL = new DeadLetterFilter(Set.of(), null, null, null, null);

    public DeadLetterFilter {
        ids = Set.copyOf(ids);
    }

    static DeadLetterFilter of(String id) {
        return new DeadLetterFilter(Set.of(id), null, null, null, null);
    }

    public boolean fits(WaitingDeadLetter letter) {
        return (ids.isEmpty() || ids.contains(letter.id()))
                && (reason == null || reason.equals(letter.reason()))
                && (type == null || type.equals(letter.type()))
                && (from == null || !letter.at().isBefore(from))
                && (to == null || letter.at().isBefore(to));
    }
}
