package io.dronedelivery.localapplicationinsights;

import io.dronedelivery.localapplicationinsights.store.TelemetryStore;
import io.dronedelivery.localapplicationinsights.store.TelemetryStoreSettings;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.localapplicationinsights.timeline.Timeline;
import io.dronedelivery.localapplicationinsights.web.InsightsServer;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A stand-in of Azure Application Insights inside this JVM, on loopback. Unchanged exporters post to it, and its pages show their telemetry
 * as it arrives.
 *
 * <pre>{@code
 * try (LocalApplicationInsights insights = LocalApplicationInsights.start(o -> o.port(8108))) {
 *     AzureMonitorAutoConfigure.customize(openTelemetry, insights.connectionString());
 *     // then look at insights.url()
 * }
 * }</pre>
 *
 * It keeps the last items, and the figures of each second for longer. It has no query language: its pages compute the figures of the
 * queries in {@code deploy/application-insights}, which run in Azure.
 */
public final class LocalApplicationInsights implements AutoCloseable {
    private final LocalApplicationInsightsOptions options;
    private final TelemetryStore store;
    private final InsightsServer server;

    private LocalApplicationInsights(LocalApplicationInsightsOptions options) {
        InstantSource clock = InstantSource.system();
        this.options = options;
        this.store = new TelemetryStore(
                new TelemetryStoreSettings(options.maxItems, options.maxBytes, options.history), clock);
        this.server = new InsightsServer(
                options.port, options.instrumentationKey, store, new Timeline(clock, options.history), clock);
    }

    /** Starts with the default settings, on a free port. */
    public static LocalApplicationInsights start() {
        return start(options -> options);
    }

    /**
     * Starts.
     *
     * @param settings changes the defaults
     * @throws IllegalArgumentException when a setting is wrong, naming it
     */
    public static LocalApplicationInsights start(UnaryOperator<LocalApplicationInsightsOptions> settings) {
        return new LocalApplicationInsights(settings.apply(new LocalApplicationInsightsOptions()));
    }

    public String connectionString() {
        return "InstrumentationKey=%s;IngestionEndpoint=%s;LiveEndpoint=%s"
                .formatted(options.instrumentationKey, server.endpoint(), server.endpoint());
    }

    /** The pages' URL, with a slash at its end. */
    public String url() {
        return server.endpoint();
    }

    public int port() {
        return server.port();
    }

    public List<TelemetryItem.Request> requests() {
        return store.items(TelemetryItem.Request.class);
    }

    public List<TelemetryItem.Dependency> dependencies() {
        return store.items(TelemetryItem.Dependency.class);
    }

    public List<TelemetryItem.Trace> traces() {
        return store.items(TelemetryItem.Trace.class);
    }

    public List<TelemetryItem.Failure> exceptions() {
        return store.items(TelemetryItem.Failure.class);
    }

    public List<TelemetryItem.Metric> metrics() {
        return store.metrics();
    }

    /** All items of one transaction, in the order of their arrival. */
    public List<TelemetryItem> operation(String operationId) {
        return store.operation(operationId);
    }

    /** The number of items other than metrics that were dropped to make room since the start, or since {@link #clear()}. */
    public long dropped() {
        return store.fill().dropped();
    }

    /** Forgets all telemetry, as between two parts of a test. */
    public void clear() {
        server.clear();
    }

    /** Refuses telemetry with 503 from now on, or accepts it again, as in an outage of Azure. The pages stay available. */
    public void unavailable(boolean unavailable) {
        server.unavailable(unavailable);
    }

    /** Stops, and forgets all telemetry. */
    @Override
    public void close() {
        server.close();
    }
}
