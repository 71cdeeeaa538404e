package io.dronedelivery.localapplicationinsights.api;

import io.dronedelivery.localapplicationinsights.store.TelemetryStore;
import io.dronedelivery.localapplicationinsights.store.UserSession;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localapplicationinsights.timeline.Timeline;
import io.dronedelivery.localapplicationinsights.timeline.Window;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Answers {@code /api/...}, the pages' data. An answer takes some milliseconds to compute, so an event loop must not call it. */
public final class InsightsApi {
    private static final int MAX_STEPS = 120;

    private final JsonMapper json = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();
    private final TelemetryStore store;
    private final Timeline timeline;
    private final Supplier<Received> received;
    private final InstantSource clock;
    private final Memo<String, byte[]> memo;

    /**
     * Numbers of envelopes since the start.
     *
     * @param items received envelopes
     * @param refused refused envelopes
     */
    public record Received(long items, long refused) {}

    public InsightsApi(TelemetryStore store, Timeline timeline, Supplier<Received> received, InstantSource clock) {
        this.store = store;
        this.timeline = timeline;
        this.received = received;
        this.clock = clock;
        this.memo = new Memo<>(clock);
    }

    /**
     * The answer in JSON. Requests for the same page within a second get the same bytes.
     *
     * @param path after {@code /api/}
     * @throws ApiException for an unknown path or a wrong parameter
     */
    public byte[] get(String path, Map<String, List<String>> parameters) {
        return memo.get(path + parameters, () -> json.writeValueAsBytes(answer(path, new QueryParameters(parameters))));
    }

    public void clear() {
        store.clear();
        timeline.clear();
        memo.clear();
    }

    private Object answer(String path, QueryParameters query) {
        if (path.startsWith("transactions/")) {
            return waterfall(path.substring("transactions/".length()));
        }
        return switch (path) {
            case "status" -> status();
            case "overview" -> new OverviewBuilder(window(query)).build();
            case "aggregations" -> new AggregationPageBuilder(window(query)).build();
            case "transactions" -> TransactionFilter.of(query).page(store.transactions());
            case "metrics" -> metrics(query);
            case "logs" -> Logs.of(query).page(store.items(TelemetryItem.class));
            case "sessions" ->
                store.sessions().stream().map(InsightsApi::session).toList();
            default -> throw new ApiException(404, "There is no /api/" + path);
        };
    }

    private Map<String, Object> status() {
        TelemetryStore.Fill fill = store.fill();
        Received posted = received.get();
        return Map.of(
                "received", posted.items(),
                "refused", posted.refused(),
                "stored", fill.items(),
                "storedBytes", fill.bytes(),
                "dropped", fill.dropped(),
                "now", clock.millis());
    }

    /** The last minutes until now, or until the last telemetry when {@code until=last}. */
    private Window window(QueryParameters query) {
        long seconds = query.number("minutes", 10, 1, 24 * 60) * 60L;
        int step = query.number("step", (int) Math.max(1, (seconds + MAX_STEPS - 1) / MAX_STEPS), 1, 3_600);
        if (seconds / step > 2_000) {
            throw new ApiException(400, "step is too small for that many minutes: at most 2000 steps are answered");
        }
        long now = clock.instant().getEpochSecond() + 1;
        boolean last = query.choice("until", Until.class, Until.NOW) == Until.LAST;
        List<Long> bounds = timeline.bounds();
        long to = last && !bounds.isEmpty() ? bounds.get(1) + 1 : now;
        return timeline.window(to - seconds, to, step);
    }

    private enum Until {
        NOW,
        LAST
    }

    private Waterfall waterfall(String operationId) {
        List<TelemetryItem> items = store.operation(operationId);
        if (items.isEmpty()) {
            throw new ApiException(
                    404, "There is no transaction '" + operationId + "', or it was dropped for newer ones");
        }
        return new WaterfallBuilder(operationId, items).build();
    }

    private Object metrics(QueryParameters query) {
        Window window = window(query);
        MetricRows rows = new MetricRows(window);
        String name = query.text("name");
        return Map.of(
                "from", window.fromSecond() * 1000,
                "stepSeconds", window.stepSeconds(),
                "steps", window.slices().size(),
                "names", rows.names(),
                "series", name.isEmpty() ? List.of() : rows.named(List.of(name)));
    }

    private static Map<String, Object> session(UserSession session) {
        return Map.of(
                "sessionId", session.sessionId(),
                "userId", session.userId(),
                "first", session.first().toEpochMilli(),
                "last", session.last().toEpochMilli(),
                "requests", session.requests());
    }
}
