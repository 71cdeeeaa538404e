package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.api.Overview.MetricRow;
import io.dronedelivery.localapplicationinsights.telemetry.Names;
import io.dronedelivery.localapplicationinsights.timeline.MetricKey;
import io.dronedelivery.localapplicationinsights.timeline.SeriesValues;
import io.dronedelivery.localapplicationinsights.timeline.Slice;
import io.dronedelivery.localapplicationinsights.timeline.Window;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Series of metrics. Instances of a role are one series with their average and their maximum. */
final class MetricRows {
    private static final int MAX_ROWS = 400;

    /** The suffixes of the names of gauges that show work that waits or is under way. */
    private static final List<String> QUEUES = List.of(
            ".queued", ".inflight", ".in.flight", ".messages.active", ".messages.locked", ".waiting", ".uncommitted");

    /** Thread pools' own queues, which every framework has. */
    private static final String THREAD_POOLS = "executor.";

    private final Window window;

    MetricRows(Window window) {
        this.window = window;
    }

    private record Line(String name, String role, Map<String, String> dimensions) {
        static Line of(MetricKey key) {
            return new Line(key.name(), key.role(), new TreeMap<>(key.dimensions()));
        }

        /** The dimensions that distinguish it from other series of the role, without the service's own name. */
        String label() {
            return dimensions.entrySet().stream()
                    .filter(dimension -> !dimension.getValue().equals(role))
                    .map(dimension -> dimension.getKey() + "=" + dimension.getValue())
                    .collect(Collectors.joining(", "));
        }
    }

    /** The sorted names of all metrics in the window, without those of the exporters, which begin with an underscore. */
    List<String> names() {
        return window.total().metrics().keySet().stream()
                .map(MetricKey::name)
                .filter(name -> !name.startsWith("_"))
                .distinct()
                .sorted()
                .toList();
    }

    List<MetricRow> named(List<String> names) {
        return rows(key -> names.contains(key.name()));
    }

    List<MetricRow> queues() {
        return rows(key -> QUEUES.stream().anyMatch(end -> key.name().endsWith(end))
                && !key.name().startsWith(THREAD_POOLS)
                && !key.name().equals(Names.DEAD_LETTERS));
    }

    private List<MetricRow> rows(Predicate<MetricKey> wanted) {
        Map<Line, List<MetricKey>> instances =
                window.total().metrics().keySet().stream().filter(wanted).collect(Collectors.groupingBy(Line::of));
        return instances.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Line::name)
                        .thenComparing(Line::role)
                        .thenComparing(Line::label)))
                .limit(MAX_ROWS)
                .map(line -> row(line.getKey(), line.getValue()))
                .toList();
    }

    private MetricRow row(Line line, List<MetricKey> instances) {
        return new MetricRow(
                line.name(),
                line.role(),
                line.label(),
                line.dimensions(),
                series(instances, SeriesValues::average),
                series(instances, SeriesValues::max),
                series(instances, SeriesValues::sum),
                series(instances, values -> (double) values.count()));
    }

    private List<@Nullable Double> series(List<MetricKey> instances, Function<SeriesValues, Double> figure) {
        return Series.of(window, slice -> values(slice, instances), figure);
    }

    private static @Nullable SeriesValues values(Slice slice, List<MetricKey> instances) {
        SeriesValues all = null;
        for (MetricKey key : instances) {
            SeriesValues found = slice.metrics().get(key);
            if (found != null) {
                all = all == null ? new SeriesValues() : all;
                all.merge(found);
            }
        }
        return all;
    }
}
