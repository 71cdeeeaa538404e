package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items of one transaction that are still kept, and their summary, cached until they change. */
final class TransactionItems {
    private final String id;
    private final Deque<TelemetryItem> items = new ArrayDeque<>();
    private @Nullable TransactionSummary transaction;

    TransactionItems(String id) {
        this.id = id;
    }

    void add(TelemetryItem item) {
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

    List<TelemetryItem> items() {
        return List.copyOf(items);
    }

    /** The summary; empty for an operation with neither requests nor dependencies. */
    @Nullable
    TransactionSummary transaction() {
        if (transaction == null) {
            List<TelemetryItem.Span> spans = new ArrayList<>();
            for (TelemetryItem item : items) {
                if (item instanceof TelemetryItem.Span span) {
                    spans.add(span);
                }
            }
            transaction = spans.isEmpty() ? null : TransactionSummary.of(id, items(), spans);
        }
        return transaction;
    }
}
