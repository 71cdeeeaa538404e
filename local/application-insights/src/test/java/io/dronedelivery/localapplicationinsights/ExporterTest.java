package io.dronedelivery.localapplicationinsights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.monitor.opentelemetry.autoconfigure.AzureMonitorAutoConfigure;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdkBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Microsoft's exporter for OpenTelemetry, unchanged, given nothing but the connection string. */
class ExporterTest {
    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static OpenTelemetrySdk telemetry;
    private static Tracer tracer;

    @BeforeAll
    static void start() {
        AutoConfiguredOpenTelemetrySdkBuilder builder = AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> Map.of(
                        "otel.service.name", "drone-service",
                        "otel.metric.export.interval", "600000",
                        "applicationinsights.live.metrics.enabled", "true"));
        AzureMonitorAutoConfigure.customize(builder, insights.connectionString());
        telemetry = builder.build().getOpenTelemetrySdk();
        tracer = telemetry.getTracer("test");
    }

    @AfterAll
    static void stop() {
        telemetry.shutdown().join(30, TimeUnit.SECONDS);
    }

    @BeforeEach
    void forget() {
        insights.insights().clear();
    }

    private static void flushSpans() {
        telemetry.getSdkTracerProvider().forceFlush().join(30, TimeUnit.SECONDS);
    }

    @Test
    void server_and_client_spans_become_requests_and_dependencies_of_one_transaction() {
        Span server = tracer.spanBuilder("GET /api/dronedeliveries/utilization")
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("http.request.method", "GET")
                .setAttribute("http.response.status_code", 200L)
                .setAttribute("enduser.id", "o-17")
                .startSpan();
        Span client = tracer.spanBuilder("GET")
                .setParent(Context.root().with(server))
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute("http.request.method", "GET")
                .setAttribute("http.response.status_code", 503L)
                .setAttribute("url.full", "http://localhost:8103/api/invoices/month")
                .startSpan();
        client.setStatus(StatusCode.ERROR);
        client.end();
        server.end();
        flushSpans();

        await().atMost(TIMEOUT).untilAsserted(() -> {
            assertThat(insights.insights().requests()).hasSize(1);
            assertThat(insights.insights().dependencies()).hasSize(1);
        });
        TelemetryItem.Request request = insights.insights().requests().get(0);
        TelemetryItem.Dependency call = insights.insights().dependencies().get(0);
        assertThat(request.name()).isEqualTo("GET /api/dronedeliveries/utilization");
        assertThat(request.resultCode()).isEqualTo("200");
        assertThat(request.context().role()).isEqualTo("drone-service");
        assertThat(request.context().userId()).isEqualTo("o-17");
        assertThat(call.type()).isEqualTo("Http");
        assertThat(call.name()).isEqualTo("GET /api/invoices/month");
        assertThat(call.resultCode()).isEqualTo("503");
        assertThat(call.success()).isFalse();
        assertThat(call.context().parentId()).isEqualTo(request.id());
        assertThat(insights.insights().operation(server.getSpanContext().getTraceId()))
                .hasSize(2);
    }

    /** The exporter sends neither a result code of a database call nor any db.* attribute, so the status is a dimension. */
    @Test
    void a_call_to_cosmos_db_has_its_type_status_partition_and_charge() {
        tracer.spanBuilder("query utilization")
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute("db.system", TelemetryItem.Dependency.COSMOS)
                .setAttribute("db.operation", "query")
                .setAttribute("db.response.status_code", "429")
                .setAttribute("cosmos.status", "429")
                .setAttribute("cosmos.partition", "3")
                .setAttribute("azure.cosmosdb.operation.request_charge", 0.38)
                .setAttribute("server.address", "localhost")
                .startSpan()
                .setStatus(StatusCode.ERROR)
                .end();
        flushSpans();

        await().atMost(TIMEOUT)
                .untilAsserted(
                        () -> assertThat(insights.insights().dependencies()).hasSize(1));
        TelemetryItem.Dependency call = insights.insights().dependencies().get(0);
        assertThat(call.toCosmos()).isTrue();
        assertThat(call.resultCode()).isEmpty();
        assertThat(call.status()).isEqualTo("429");
        assertThat(call.success()).isFalse();
        assertThat(call.context().customDimensions())
                .containsEntry("cosmos.partition", "3")
                .containsEntry("azure.cosmosdb.operation.request_charge", "0.38")
                .doesNotContainKey("db.response.status_code");
    }

    @Test
    void a_sampled_span_stands_for_several() {
        tracer.spanBuilder("GET /health")
                .setSpanKind(SpanKind.SERVER)
                .setAttribute(AttributeKey.doubleKey("applicationinsights.internal.sample_rate"), 20.0)
                .startSpan()
                .end();
        flushSpans();

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(insights.insights().requests())
                        .singleElement()
                        .satisfies(request ->
                                assertThat(request.context().itemCount()).isEqualTo(5)));
    }

    @Test
    void logs_become_traces_and_exceptions() {
        telemetry
                .getLogsBridge()
                .get("io.dronedelivery.Test")
                .logRecordBuilder()
                .setSeverity(Severity.WARN)
                .setBody("the queue is nearly full")
                .emit();
        telemetry
                .getLogsBridge()
                .get("io.dronedelivery.Test")
                .logRecordBuilder()
                .setSeverity(Severity.ERROR)
                .setBody("the store is gone")
                .setAllAttributes(Attributes.of(
                        AttributeKey.stringKey("exception.type"), "java.io.IOException",
                        AttributeKey.stringKey("exception.message"), "gone",
                        AttributeKey.stringKey("exception.stacktrace"), "java.io.IOException: gone\n\tat here"))
                .emit();
        telemetry.getSdkLoggerProvider().forceFlush().join(30, TimeUnit.SECONDS);

        await().atMost(TIMEOUT).untilAsserted(() -> {
            assertThat(insights.insights().traces()).singleElement().satisfies(trace -> {
                assertThat(trace.message()).isEqualTo("the queue is nearly full");
                assertThat(trace.severity()).isEqualTo(TelemetryItem.Severity.WARNING);
            });
            assertThat(insights.insights().exceptions()).singleElement().satisfies(failure -> {
                assertThat(failure.type()).isEqualTo("java.io.IOException");
                assertThat(failure.stack()).contains("at here");
            });
        });
    }

    @Test
    void meters_become_metrics_with_their_names_and_dimensions() {
        telemetry
                .getMeter("test")
                .counterBuilder("cosmos.calls.request.charge")
                .ofDoubles()
                .build()
                .add(2.5, Attributes.of(AttributeKey.stringKey("partition"), "0"));
        telemetry
                .getMeter("test")
                .histogramBuilder("cosmos.operation.calls")
                .build()
                .record(9, Attributes.of(AttributeKey.stringKey("kind"), "data"));
        telemetry.getSdkMeterProvider().forceFlush().join(30, TimeUnit.SECONDS);

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(insights.insights().metrics().stream()
                                .filter(metric -> metric.name().startsWith("cosmos."))
                                .toList())
                        .hasSize(2));
        assertThat(insights.insights().metrics())
                .filteredOn(metric -> metric.name().equals("cosmos.operation.calls"))
                .singleElement()
                .satisfies(metric -> {
                    assertThat(metric.sum()).isEqualTo(9);
                    assertThat(metric.max()).isEqualTo(9);
                    assertThat(metric.context().dimension("kind")).isEqualTo("data");
                });
    }
}
