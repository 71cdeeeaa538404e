package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.store.TransactionItems.NumberedItem;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The last items within the limits. Metrics have a separate limit, so they displace no transaction. Thread-safe. */
public final class TelemetryStore {
    private static final int MAX_SESSIONS = 10_000;

    private final TelemetryStoreSettings settings;
    private final TransactionStore transactions;
    private final Deque<TelemetryItem.Metric> metrics = new ArrayDeque<>();
    private final Map<String, UserSession> sessions = new LinkedHashMap<>();
    private long metricBytes;

    /**
     * The fill level of the store.
     *
     * @param bytes their estimated memory
     * @param dropped number of items of transactions that were dropped to make room
     */
    public record Fill(int items, long bytes, long dropped) {}

    public TelemetryStore(TelemetryStoreSettings settings, InstantSource clock) {
        this.settings = settings;
        this.transactions = new TransactionStore(settings, clock);
    }

    public synchronized void add(List<TelemetryItem> added) {
        for (TelemetryItem item : added) {
            if (item instanceof TelemetryItem.Metric metric) {
                metrics.addLast(metric);
                metricBytes += ItemSize.of(metric);
            } else {
                transactions.add(item);
                addToSession(item);
            }
        }
        while (metrics.size() > settings.maxMetrics() || metricBytes > settings.maxMetricBytes()) {
            metricBytes -= ItemSize.of(metrics.removeFirst());
        }
    }

    private void addToSession(TelemetryItem item) {
        if (!item.context().sessionId().isEmpty()) {
            sessions.merge(item.context().sessionId(), UserSession.of(item), UserSession::and);
            if (sessions.size() > MAX_SESSIONS) {
                sessions.remove(sessions.keySet().iterator().next());
            }
        }
    }

    /** The metrics that are kept, oldest first. The figures of the timeline are kept for longer. */
    public synchronized List<TelemetryItem.Metric> metrics() {
        return List.copyOf(metrics);
    }

    /** The items of one kind other than metrics, in the order of their arrival. */
    public synchronized <T extends TelemetryItem> List<T> items(Class<T> kind) {
        List<NumberedItem> found = new ArrayList<>();
        for (TransactionItems transaction : transactions.all()) {
            for (NumberedItem numbered : transaction.numbered()) {
                if (kind.isInstance(numbered.item())) {
                    found.add(numbered);
                }
            }
        }
        found.sort(Comparator.comparingLong(NumberedItem::number));
        return found.stream().map(numbered -> kind.cast(numbered.item())).toList();
    }

    /** All items of one transaction in the order of their arrival; empty for an unknown one. */
    public synchronized List<TelemetryItem> operation(String operationId) {
        TransactionItems operation = transactions.get(operationId);
        return operation == null ? List.of() : operation.items();
    }

    /** All transactions, in no particular order. */
    public synchronized List<TransactionSummary> transactions() {
        List<TransactionSummary> found = new ArrayList<>(transactions.all().size());
        for (TransactionItems operation : transactions.all()) {
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
        return new Fill(
                transactions.items() + metrics.size(), transactions.bytes() + metricBytes, transactions.dropped());
    }

    /** Forgets all items and the number of dropped ones. */
    public synchronized void clear() {
        transactions.clear();
        metrics.clear();
        metricBytes = 0;
        sessions.clear();
    }
}
