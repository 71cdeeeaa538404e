package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.Telemetry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items of one transaction that are still kept, and their summary, cached until they change. */
final class Operation {
    private final String id;
    private final Deque<Telemetry> items = new ArrayDeque<>();
    private @Nullable Transaction transaction;

    Operation(String id) {
        this.id = id;
    }

    void add(Telemetry item) {
        items.addLast(item);
        transaction = null;
    }

    /** Removes the oldest item: items leave in the order of their arrival. */
    void removeOldest() {
        items.pollFirst();
        transaction = null;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    List<Telemetry> items() {
        return List.copyOf(items);
    }

    /** The summary; empty for an operation with neither requests nor dependencies. */
    @Nullable
    Transaction transaction() {
        if (transaction == null) {
            List<Telemetry.Span> spans = new ArrayList<>();
            for (Telemetry item : items) {
                if (item instanceof Telemetry.Span span) {
                    spans.add(span);
                }
            }
            transaction = spans.isEmpty() ? null : Transaction.of(id, items(), spans);
        }
        return transaction;
    }
}
