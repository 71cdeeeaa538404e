package io.dronedelivery.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.dronedelivery.servicekit.trace.TraceParent;
import java.time.Duration;
import java.util.List;

/** A trace that a caller has begun, and what Application Insights has been sent of it. */
final class RecordedTransaction {

    private final LocalApplicationInsights insights;
    private final TraceParent caller;

    private RecordedTransaction(LocalApplicationInsights insights, TraceParent caller) {
        this.insights = insights;
        this.caller = caller;
    }

    /** A caller who records. */
    static RecordedTransaction begin(LocalApplicationInsights insights) {
        return beginWith(insights, 1);
    }

    /** @param flags 1 when the caller records, 0 when not */
    static RecordedTransaction beginWith(LocalApplicationInsights insights, int flags) {
        TraceParent any = TraceParent.create();
        return new RecordedTransaction(
                insights, new TraceParent(any.traceIdHigh(), any.traceIdLow(), any.spanId(), (byte) flags));
    }

    /** The trace that a call to a backend was in. */
    static RecordedTransaction of(LocalApplicationInsights insights, String traceparent) {
        TraceParent call = TraceParent.parse(traceparent);
        assertThat(call).isNotNull();
        return new RecordedTransaction(insights, call);
    }

    /** The caller's header. */
    String header() {
        return caller.header();
    }

    String id() {
        return caller.traceId();
    }

    /** The caller's span. */
    String callerId() {
        return caller.header().substring(36, 52);
    }

    /** Everything so far. */
    List<TelemetryItem> items() {
        return insights.operation(id());
    }

    /** The one request, once it has come; the calls that it made have come before. */
    TelemetryItem.Request request() {
        awaitItems(TelemetryItem.Request.class, 1);
        return of(TelemetryItem.Request.class).get(0);
    }

    /** The calls, in the order of their ends. */
    List<TelemetryItem.Dependency> calls(int count) {
        awaitItems(TelemetryItem.Dependency.class, count);
        return of(TelemetryItem.Dependency.class);
    }

    TelemetryItem.Dependency call() {
        return calls(1).get(0);
    }

    TelemetryItem.Dependency call(List<TelemetryItem.Dependency> calls, String name) {
        return calls.stream()
                .filter(call -> call.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    <T extends TelemetryItem> List<T> of(Class<T> type) {
        return items().stream().filter(type::isInstance).map(type::cast).toList();
    }

    private void awaitItems(Class<? extends TelemetryItem> type, int count) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(of(type)).hasSize(count));
    }
}
