package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.Names;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Figures for each second of the recent past. An item belongs to the second of its timestamp. For requests and dependencies that is their
 * beginning, as in Application Insights. Thread-safe.
 */
public final class Timeline {
    private static final int MAX_SPAN_KEYS = 1_000;
    private static final int MAX_PARTITION_KEYS = 1_000;
    private static final int MAX_METRIC_KEYS = 10_000;

    /** Items from further in the future are ignored: one item of tomorrow would displace today's. */
    private static final Duration MAX_AHEAD = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final long seconds;
    private final TreeMap<Long, Slice> slices = new TreeMap<>();
    private final ClientRequests clientRequests = new ClientRequests();
    private final AggregationAnswers aggregationAnswers = new AggregationAnswers();
    private final InternedKeys<SpanKey> spanKeys = new InternedKeys<>(MAX_SPAN_KEYS, SpanKey::other);
    private final InternedKeys<PartitionKey> partitionKeys =
            new InternedKeys<>(MAX_PARTITION_KEYS, PartitionKey::other);
    private final InternedKeys<MetricKey> metricKeys = new InternedKeys<>(MAX_METRIC_KEYS, MetricKey::other);

    /**
     * An empty timeline.
     *
     * @param history how long seconds are kept
     */
    public Timeline(InstantSource clock, Duration history) {
        this.clock = clock;
        this.seconds = history.toSeconds();
    }

    public synchronized void add(List<TelemetryItem> items) {
        items.forEach(this::add);
        long oldest = clock.instant().getEpochSecond() - seconds;
        while (!slices.isEmpty() && slices.firstKey() < oldest) {
            slices.pollFirstEntry();
        }
    }

    private void add(TelemetryItem item) {
        if (item instanceof TelemetryItem.Span span) {
            Slice slice = sliceOf(item);
            SpanKey key = spanKeys.intern(SpanKey.of(span));
            slice.add(key, span);
            clientRequests.add(span, slice);
            aggregationAnswers.add(span, key, slice);
        }
        if (item instanceof TelemetryItem.Dependency call && call.toCosmos()) {
            String named = call.context().dimension(Names.PARTITION);
            String partition = named.equals(Names.NO_PARTITION) ? "" : named;
            String container = call.context().dimension(Names.CONTAINER);
            sliceOf(item).add(partitionKeys.intern(new PartitionKey(container, partition)), call);
        }
        if (item instanceof TelemetryItem.Metric metric) {
            sliceOf(item).add(metricKeys.intern(MetricKey.of(metric)), metric);
        }
    }

    private Slice sliceOf(TelemetryItem item) {
        Instant now = clock.instant();
        Instant timestamp = item.context().timestamp();
        Instant believed = timestamp.isAfter(now.plus(MAX_AHEAD)) ? now : timestamp;
        return slices.computeIfAbsent(believed.getEpochSecond(), any -> new Slice());
    }

    /**
     * A part of the timeline, in slices of equal length.
     *
     * @param fromSecond in seconds of the epoch; rounded down to a whole step
     * @param toSecond exclusive; rounded up to a whole step
     */
    public synchronized Window window(long fromSecond, long toSecond, int stepSeconds) {
        long from = Math.floorDiv(fromSecond, stepSeconds) * stepSeconds;
        List<Slice> steps = new ArrayList<>();
        Slice total = new Slice();
        for (long start = from; start < toSecond; start += stepSeconds) {
            Slice step = new Slice();
            slices.subMap(start, start + stepSeconds).values().forEach(step::merge);
            total.merge(step);
            steps.add(step);
        }
        return new Window(from, stepSeconds, steps, total);
    }

    /** The first and the last second with telemetry; empty without telemetry. */
    public synchronized List<Long> bounds() {
        return slices.isEmpty() ? List.of() : List.of(slices.firstKey(), slices.lastKey());
    }

    public synchronized void clear() {
        slices.clear();
        clientRequests.clear();
        aggregationAnswers.clear();
        spanKeys.clear();
        partitionKeys.clear();
        metricKeys.clear();
    }
}
