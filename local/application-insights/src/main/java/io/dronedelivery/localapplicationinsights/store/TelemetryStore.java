package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The last items within the limits; the oldest are dropped first. Thread-safe. */
public final class TelemetryStore {
    private static final int MAX_SESSIONS = 10_000;

    private final TelemetryStoreSettings settings;
    private final Deque<TelemetryItem> items = new ArrayDeque<>();
    private final Map<String, TransactionItems> operations = new HashMap<>();
    private final Map<String, UserSession> sessions = new LinkedHashMap<>();
    private long bytes;
    private long dropped;

    /**
     * The fill level of the store.
     *
     * @param items number of items
     * @param bytes their estimated memory
     * @param dropped number of items that were dropped to make room
     */
    public record Fill(int items, long bytes, long dropped) {}

    public TelemetryStore(TelemetryStoreSettings settings) {
        this.settings = settings;
    }

    public synchronized void add(List<TelemetryItem> added) {
        added.forEach(this::add);
        while (items.size() > settings.maxItems() || bytes > settings.maxBytes()) {
            dropOldest();
        }
    }

    private void add(TelemetryItem item) {
        items.addLast(item);
        bytes += ItemSize.of(item);
        String operationId = item.context().operationId();
        if (!operationId.isEmpty()) {
            operations.computeIfAbsent(operationId, TransactionItems::new).add(item);
        }
        if (!item.context().sessionId().isEmpty()) {
            sessions.merge(item.context().sessionId(), UserSession.of(item), UserSession::and);
            if (sessions.size() > MAX_SESSIONS) {
                sessions.remove(sessions.keySet().iterator().next());
            }
        }
    }

    private void dropOldest() {
        TelemetryItem oldest = items.removeFirst();
        bytes -= ItemSize.of(oldest);
        dropped++;
        String operationId = oldest.context().operationId();
        if (!operationId.isEmpty()) {
            TransactionItems operation = Objects.requireNonNull(operations.get(operationId));
            operation.removeOldest();
            if (operation.isEmpty()) {
                operations.remove(operationId);
            }
        }
    }

    /** The items of one kind, oldest first. */
    public synchronized <T extends TelemetryItem> List<T> items(Class<T> kind) {
        List<T> found = new ArrayList<>();
        for (TelemetryItem item : items) {
            if (kind.isInstance(item)) {
                found.add(kind.cast(item));
            }
        }
        return found;
    }

    /** All items of one transaction in the order of their arrival; empty for an unknown one. */
    public synchronized List<TelemetryItem> operation(String operationId) {
        TransactionItems operation = operations.get(operationId);
        return operation == null ? List.of() : operation.items();
    }

    /** All transactions, in no particular order. */
    public synchronized List<TransactionSummary> transactions() {
        List<TransactionSummary> found = new ArrayList<>(operations.size());
        for (TransactionItems operation : operations.values()) {
            TransactionSummary transaction = operation.transaction();
            if (transaction != null) {
                found.add(transaction);
            }
        }
        return found;
    }

    /** The last sessions, in the order of their beginning. */
    public synchronized List<UserSession> sessions() {
        return List.copyOf(sessions.values());
    }

    public synchronized Fill fill() {
        return new Fill(items.size(), bytes, dropped);
    }

    /** Forgets all items and the number of dropped ones. */
    public synchronized void clear() {
        items.clear();
        operations.clear();
        sessions.clear();
        bytes = 0;
        dropped = 0;
    }
}
