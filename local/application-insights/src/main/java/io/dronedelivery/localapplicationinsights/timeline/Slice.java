package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** The figures of one or several seconds. */
public final class Slice {
    /** The most users that are counted. */
    private static final int MAX_USERS = 10_000;

    private final CallDurations transactions = new CallDurations();
    private final Set<TelemetryItem.Span> orphans = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<SpanKey, CallDurations> spans = new HashMap<>();
    private final Map<SpanKey, AnswerFigures> answers = new HashMap<>();
    private final Map<String, CosmosCalls> cosmosByRole = new HashMap<>();
    private final Map<PartitionKey, CosmosCalls> cosmosByPartition = new HashMap<>();
    private final Map<MetricKey, SeriesValues> metrics = new HashMap<>();
    private final Set<String> users = new HashSet<>();

    void add(SpanKey key, TelemetryItem.Span span) {
        spans.computeIfAbsent(key, any -> new CallDurations()).add(span);
        if (!span.context().userId().isEmpty() && users.size() < MAX_USERS) {
            users.add(span.context().userId());
        }
    }

    AnswerFigures answers(SpanKey aggregation) {
        return answers.computeIfAbsent(aggregation, any -> new AnswerFigures());
    }

    /** Adds a request that no other request or call caused. */
    void addOfClient(TelemetryItem.Span request) {
        transactions.add(request);
    }

    /** As {@link #addOfClient}, until the request's parent arrives. */
    void addOrphan(TelemetryItem.Span request) {
        orphans.add(request);
    }

    /** The orphan's parent has arrived. */
    void removeOrphan(TelemetryItem.Span request) {
        orphans.remove(request);
    }

    /** The orphan's parent is no longer waited for. */
    void keepOrphan(TelemetryItem.Span request) {
        if (orphans.remove(request)) {
            addOfClient(request);
        }
    }

    void add(PartitionKey key, TelemetryItem.Dependency call) {
        cosmosByRole
                .computeIfAbsent(call.context().role(), any -> new CosmosCalls())
                .add(call);
        cosmosByPartition.computeIfAbsent(key, any -> new CosmosCalls()).add(call);
    }

    void add(MetricKey key, TelemetryItem.Metric metric) {
        metrics.computeIfAbsent(key, any -> new SeriesValues()).add(metric);
    }

    void merge(Slice other) {
        transactions.merge(other.transactions);
        other.orphans.forEach(this::addOfClient);
        merge(spans, other.spans, CallDurations::new, CallDurations::merge);
        merge(answers, other.answers, AnswerFigures::new, AnswerFigures::merge);
        merge(cosmosByRole, other.cosmosByRole, CosmosCalls::new, CosmosCalls::merge);
        merge(cosmosByPartition, other.cosmosByPartition, CosmosCalls::new, CosmosCalls::merge);
        merge(metrics, other.metrics, SeriesValues::new, SeriesValues::merge);
        if (users.size() < MAX_USERS) {
            users.addAll(other.users);
        }
    }

    private static <K, V> void merge(Map<K, V> into, Map<K, V> from, Supplier<V> create, BiConsumer<V, V> merge) {
        from.forEach((key, value) -> merge.accept(into.computeIfAbsent(key, any -> create.get()), value));
    }

    /** Requests of clients, which no other request or dependency caused. */
    public CallDurations transactions() {
        return transactions;
    }

    public Map<SpanKey, CallDurations> spans() {
        return spans;
    }

    public Map<SpanKey, AnswerFigures> answers() {
        return answers;
    }

    public Map<String, CosmosCalls> cosmosByRole() {
        return cosmosByRole;
    }

    /** Calls with a partition; those for a query plan have none. */
    public Map<PartitionKey, CosmosCalls> cosmosByPartition() {
        return cosmosByPartition;
    }

    public Map<MetricKey, SeriesValues> metrics() {
        return metrics;
    }

    /** The number of distinct user ids. */
    public int users() {
        return users.size();
    }
}
