package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.Telemetry;
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

    private final StoreSettings settings;
    private final Deque<Telemetry> items = new ArrayDeque<>();
    private final Map<String, Operation> operations = new HashMap<>();
    private final Map<String, Session> sessions = new LinkedHashMap<>();
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

    public TelemetryStore(StoreSettings settings) {
        this.settings = settings;
    }

    public synchronized void add(List<Telemetry> added) {
        added.forEach(this::add);
        while (items.size() > settings.maxItems() || bytes > settings.maxBytes()) {
            dropOldest();
        }
    }

    private void add(Telemetry item) {
        items.addLast(item);
        bytes += ItemSize.of(item);
        String operationId = item.context().operationId();
        if (!operationId.isEmpty()) {
            operations.computeIfAbsent(operationId, Operation::new).add(item);
        }
        if (!item.context().sessionId().isEmpty()) {
            sessions.merge(item.context().sessionId(), Session.of(item), Session::and);
            if (sessions.size() > MAX_SESSIONS) {
                sessions.remove(sessions.keySet().iterator().next());
            }
        }
    }

    private void dropOldest() {
        Telemetry oldest = items.removeFirst();
        bytes -= ItemSize.of(oldest);
        dropped++;
        String operationId = oldest.context().operationId();
        if (!operationId.isEmpty()) {
            Operation operation = Objects.requireNonNull(operations.get(operationId));
            operation.removeOldest();
            if (operation.isEmpty()) {
                operations.remove(operationId);
            }
        }
    }

    /** The items of one kind, oldest first. */
    public synchronized <T extends Telemetry> List<T> items(Class<T> kind) {
        List<T> found = new ArrayList<>();
        for (Telemetry item : items) {
            if (kind.isInstance(item)) {
                found.add(kind.cast(item));
            }
        }
        return found;
    }

    /** All items of one transaction in the order of their arrival; empty for an unknown one. */
    public synchronized List<Telemetry> operation(String operationId) {
        Operation operation = operations.get(operationId);
        return operation == null ? List.of() : operation.items();
    }

    /** All transactions, in no particular order. */
    public synchronized List<Transaction> transactions() {
        List<Transaction> found = new ArrayList<>(operations.size());
        for (Operation operation : operations.values()) {
            Transaction transaction = operation.transaction();
            if (transaction != null) {
                found.add(transaction);
            }
        }
        return found;
    }

    /** The last sessions, in the order of their beginning. */
    public synchronized List<Session> sessions() {
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
