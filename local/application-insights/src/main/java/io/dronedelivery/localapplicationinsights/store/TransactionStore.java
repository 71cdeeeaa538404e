package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.store.TransactionItems.NumberedItem;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The items of transactions, and other items that are no metrics. When they exceed the limits, transactions older than the history are
 * dropped first. After these the minute with the most transactions loses its oldest ones. So a busy minute does not displace the others.
 * Belongs to a {@link TelemetryStore} and is used under its lock.
 */
final class TransactionStore {
    private static final int MINUTE = 60;

    private final TelemetryStoreSettings settings;
    private final InstantSource clock;
    private final Map<String, TransactionItems> transactions = new HashMap<>();
    /** The same by the minute of the epoch in which they began, in the order of arrival. */
    private final TreeMap<Long, LinkedHashMap<String, TransactionItems>> minutes = new TreeMap<>();

    private long arrived;
    private int items;
    private long bytes;
    private long dropped;

    TransactionStore(TelemetryStoreSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    void add(TelemetryItem item) {
        arrived++;
        String operationId = item.context().operationId();
        String key = operationId.isEmpty() ? "#" + arrived : operationId;
        TransactionItems transaction = transactions.get(key);
        if (transaction == null) {
            transaction = new TransactionItems(key, minuteOf(item));
            transactions.put(key, transaction);
            minutes.computeIfAbsent(transaction.minute(), any -> new LinkedHashMap<>())
                    .put(key, transaction);
        }
        transaction.add(new NumberedItem(arrived, item));
        items++;
        bytes += ItemSize.of(item);
        while (items > settings.maxItems() || bytes > settings.maxBytes()) {
            dropOne();
        }
    }

    private void dropOne() {
        TransactionItems oldest = fullest().values().iterator().next();
        bytes -= ItemSize.of(oldest.removeOldest());
        items--;
        dropped++;
        if (oldest.isEmpty()) {
            transactions.remove(oldest.key());
            Map<String, TransactionItems> minute = Objects.requireNonNull(minutes.get(oldest.minute()));
            minute.remove(oldest.key());
            if (minute.isEmpty()) {
                minutes.remove(oldest.minute());
            }
        }
    }

    private Map<String, TransactionItems> fullest() {
        long begin = clock.instant().minus(settings.history()).getEpochSecond() / MINUTE;
        return minutes.firstKey() < begin
                ? minutes.firstEntry().getValue()
                : minutes.values().stream()
                        .max(Comparator.comparingInt(Map::size))
                        .orElseThrow();
    }

    /** The minute in which an item began; an item of the future is taken as of now. */
    private long minuteOf(TelemetryItem item) {
        Instant now = clock.instant();
        Instant at = item.context().timestamp();
        return (at.isAfter(now) ? now : at).getEpochSecond() / MINUTE;
    }

    @Nullable
    TransactionItems get(String operationId) {
        return transactions.get(operationId);
    }

    Collection<TransactionItems> all() {
        return transactions.values();
    }

    int items() {
        return items;
    }

    long bytes() {
        return bytes;
    }

    long dropped() {
        return dropped;
    }

    void clear() {
        transactions.clear();
        minutes.clear();
        items = 0;
        bytes = 0;
        dropped = 0;
    }
}
