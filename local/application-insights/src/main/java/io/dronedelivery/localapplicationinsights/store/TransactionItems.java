package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items of one transaction that are still kept, and their summary, cached until they change. */
final class TransactionItems {
    private final String key;
    private final long minute;
    private final Deque<NumberedItem> items = new ArrayDeque<>(4);
    private @Nullable TransactionSummary transaction;

    record NumberedItem(long number, TelemetryItem item) {}

    /**
     * @param key the operation's id, or a made-up one for an item without an operation
     * @param minute of the epoch, of its first item
     */
    TransactionItems(String key, long minute) {
        this.key = key;
        this.minute = minute;
    }

    String key() {
        return key;
    }

    long minute() {
        return minute;
    }

    void add(NumberedItem item) {
        items.addLast(item);
        transaction = null;
    }

    /** Removes the item that arrived first; there must be one. */
    TelemetryItem removeOldest() {
        transaction = null;
        return items.removeFirst().item();
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    Iterable<NumberedItem> numbered() {
        return items;
    }

    List<TelemetryItem> items() {
        return items.stream().map(NumberedItem::item).toList();
    }

    /** The summary; null for an operation with neither requests nor dependencies. */
    @Nullable
    TransactionSummary transaction() {
        if (transaction == null) {
            List<TelemetryItem.Span> spans = new ArrayList<>();
            for (NumberedItem numbered : items) {
                if (numbered.item() instanceof TelemetryItem.Span span) {
                    spans.add(span);
                }
            }
            transaction = spans.isEmpty() ? null : TransactionSummary.of(key, items(), spans);
        }
        return transaction;
    }
}
