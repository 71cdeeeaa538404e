package io.dronedelivery.servicekit.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dronedelivery.localapplicationinsights.LocalApplicationInsights;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Flux;

/** Begin and end of the export, and what becomes of it when there is nobody to send to. */
@ExtendWith(OutputCaptureExtension.class)
class ExportTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Where the exporter puts what it could not send. */
    @TempDir
    static Path files;

    private static final String TEMPORARY = System.getProperty("java.io.tmpdir");

    private static final String ALL = "telemetry.sampling.percentage=100";
    private static final String AT_THE_END_ONLY = "telemetry.export.delay=10m";
    /** For what has to be sent at the end on a busy machine, too. */
    private static final String LONG_END = "telemetry.export.shutdown-timeout=1m";

    @BeforeAll
    static void keep_the_files_apart() {
        System.setProperty("java.io.tmpdir", files.toString());
    }

    @AfterAll
    static void leave_the_jvm_as_it_was() {
        System.setProperty("java.io.tmpdir", TEMPORARY);
    }

    @Test
    void without_a_connection_string_there_is_no_sdk_no_thread_and_no_tracing() {
        long before = threadsOfTheExport();
        try (ObservedService service = ObservedService.start("")) {
            assertThat(service.get("/things/1")).isEqualTo(200);

            assertThat(service.bean(OpenTelemetry.class)).isSameAs(OpenTelemetry.noop());
            assertThat(service.has(Tracer.class)).isFalse();
            assertThat(service.bean(MeterRegistry.class).getClass().getSimpleName())
                    .isEqualTo("PrometheusMeterRegistry");
            assertThat(threadsOfTheExport()).isLessThanOrEqualTo(before);
        }
    }

    private static long threadsOfTheExport() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches("(telemetry|Batch|Periodic|LocalFile|Heartbeat).*"))
                .count();
    }

    @ParameterizedTest
    @CsvSource({
        "IngestionEndpoint=http://localhost:1/, it has no InstrumentationKey",
        "InstrumentationKey=secret, its InstrumentationKey is no UUID",
        "InstrumentationKey=00000000-0000-0000-0000-0000000010ca;oops, it has a part that is no <name>=<value>",
        "InstrumentationKey=00000000-0000-0000-0000-0000000010ca;IngestionEndpoint=ftp://a/, its IngestionEndpoint is no http"
    })
    void a_broken_connection_string_ends_the_start_and_names_the_property(
            String connectionString, String reason, CapturedOutput output) {
        Throwable failure =
                catchThrowable(() -> ObservedService.start(connectionString, "spring.main.web-application-type=none"));

        assertThat(failure).isNotNull();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("applicationinsights.connection.string is set, but " + reason)
                .doesNotContain("secret");
    }

    @Test
    void the_last_spans_and_logs_are_sent_when_the_service_stops() throws InterruptedException {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start()) {
            ObservedService service = ObservedService.start(
                    insights.connectionString(), ALL, AT_THE_END_ONLY, LONG_END, "telemetry.export.interval=1h");
            try (service) {
                service.get("/things/1");
                service.ask("/slow").subscribe();
                assertThat(service.bean(ObservedService.Things.class).begun.await(30, TimeUnit.SECONDS))
                        .isTrue();
                assertThat(insights.requests()).isEmpty();
            }

            assertThat(insights.requests())
                    .extracting(TelemetryItem.Request::name)
                    .containsExactlyInAnyOrder("GET /things/{id}", "GET /slow");
            assertThat(insights.traces())
                    .extracting(TelemetryItem.Trace::message)
                    .contains("thing 1 was read");
            assertThat(insights.metrics())
                    .extracting(TelemetryItem.Metric::name)
                    .contains("things.read", "things.slow", "jvm.memory.used");
        }
    }

    @Test
    void with_a_time_to_repeat_a_report_has_only_what_has_changed() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start();
                ObservedService service = ObservedService.start(
                        insights.connectionString(),
                        "telemetry.export.interval=200ms",
                        "telemetry.export.repeat=1h",
                        "telemetry.export.without=jvm.,disk.")) {
            service.get("/things/1");
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> values(insights, "process.uptime").size() > 5);

            assertThat(values(insights, "things.read")).containsExactly(1.0);
            assertThat(values(insights, "application.ready.time")).hasSize(1);
            assertThat(values(insights, "jvm.memory.used")).isEmpty();
        }
    }

    private static List<Double> values(LocalApplicationInsights insights, String meter) {
        return insights.metrics().stream()
                .filter(metric -> metric.name().equals(meter))
                .map(TelemetryItem.Metric::sum)
                .toList();
    }

    @Test
    void a_sampled_trace_stands_for_several_also_at_the_services_behind() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start()) {
            try (ObservedService service =
                    ObservedService.start(insights.connectionString(), "telemetry.sampling.percentage=25", LONG_END)) {
                Flux.range(0, 400).flatMap(i -> service.ask("/things/" + i), 16).blockLast(Duration.ofSeconds(60));
                service.get(
                        "/bug",
                        "traceparent",
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                        "tracestate",
                        "ot=th:e");
            }

            assertThat(insights.requests())
                    .filteredOn(request -> request.name().equals("GET /things/{id}"))
                    .hasSizeBetween(50, 160)
                    .allSatisfy(
                            request -> assertThat(request.context().itemCount()).isEqualTo(4));
            assertThat(insights.requests())
                    .filteredOn(request -> request.name().equals("GET /bug"))
                    .singleElement()
                    .satisfies(
                            request -> assertThat(request.context().itemCount()).isEqualTo(8));
        }
    }

    @Test
    void a_dead_endpoint_is_not_waited_for_and_is_logged_once(CapturedOutput output) throws IOException {
        try (Socket refusing = refusing()) {
            it_serves_and_stops_as_usual(refusing.getLocalPort(), output);
        }
    }

    @Test
    void an_endpoint_that_takes_connections_and_never_answers_is_not_waited_for_either(CapturedOutput output)
            throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress())) {
            it_serves_and_stops_as_usual(silent.getLocalPort(), output);
        }
    }

    @Test
    void an_endpoint_that_comes_back_gets_telemetry_again_and_the_log_says_so(CapturedOutput output)
            throws IOException {
        Socket refusing = refusing();
        int port = refusing.getLocalPort();
        try (ObservedService service =
                ObservedService.start(connectionString(port), ALL, "telemetry.export.delay=100ms")) {
            service.get("/things/1");
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(output).contains("Telemetry cannot be sent to "));

            refusing.close();
            try (LocalApplicationInsights back = LocalApplicationInsights.start(options -> options.port(port))) {
                service.get("/things/2");

                Awaitility.await()
                        .atMost(TIMEOUT)
                        .untilAsserted(() -> assertThat(output).contains(":" + port + " again"));
                Awaitility.await()
                        .atMost(TIMEOUT)
                        .untilAsserted(() -> assertThat(back.requests())
                                .extracting(TelemetryItem.Request::name)
                                .contains("GET /things/{id}"));
            }
        }
    }

    /** A port that is bound and not listened on: connections to it are refused, and nobody else gets it. */
    private static Socket refusing() throws IOException {
        Socket bound = new Socket();
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return bound;
    }

    private static String connectionString(int port) {
        return "InstrumentationKey=00000000-0000-0000-0000-0000000010ca;IngestionEndpoint=http://localhost:%d/;LiveEndpoint=http://localhost:%d/"
                .formatted(port, port);
    }

    @Test
    void a_thread_that_was_interrupted_sends_the_last_telemetry_too() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start();
                ObservedService service = ObservedService.start(
                        insights.connectionString(), ALL, AT_THE_END_ONLY, LONG_END, "telemetry.export.interval=1h")) {
            service.get("/things/1");

            // As when a start is broken off and its beans are destroyed.
            Thread.currentThread().interrupt();
            service.bean(TelemetryExport.class).close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(insights.requests())
                    .extracting(TelemetryItem.Request::name)
                    .containsExactly("GET /things/{id}");
        }
    }

    private static void it_serves_and_stops_as_usual(int port, CapturedOutput output) {
        long end;
        try (ObservedService service = ObservedService.start(
                connectionString(port),
                ALL,
                "telemetry.export.delay=100ms",
                "telemetry.export.timeout=200ms",
                "telemetry.export.shutdown-timeout=2s",
                "telemetry.live-metrics=true")) {
            Flux.interval(Duration.ofMillis(3))
                    .onBackpressureDrop()
                    .take(1000)
                    .flatMap(i -> service.ask("/things/" + i), 16)
                    .blockLast(Duration.ofSeconds(60));
            assertThat(service.get("/things/1")).isEqualTo(200);
            end = System.nanoTime();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - end)).isLessThan(Duration.ofSeconds(60));
        // The service of an earlier test may still have had something to send.
        assertThat(output.toString()
                        .lines()
                        .filter(line -> line.contains("Telemetry cannot be sent to localhost:" + port)))
                .as("told, and once")
                .hasSize(1);
        assertThat(output.toString()
                        .lines()
                        .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                        .count())
                .isLessThan(10);
    }

    @Test
    void applications_in_one_jvm_send_as_themselves_and_no_record_twice() {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start()) {
            try (ObservedService first = ObservedService.start(insights.connectionString(), ALL, LONG_END);
                    ObservedService second = ObservedService.start(
                            insights.connectionString(), ALL, LONG_END, "spring.application.name=other-service")) {
                first.get("/things/1");
                second.get("/things/2");
                second.get("/bug");
                LoggerFactory.getLogger("org.library").warn("a library's record");
            }

            assertThat(insights.requests())
                    .extracting(request -> request.context().role())
                    .containsExactlyInAnyOrder("thing-service", "other-service", "other-service");
            assertThat(insights.exceptions())
                    .extracting(failure -> failure.context().role())
                    .containsExactly("other-service");
            assertThat(insights.traces())
                    .filteredOn(trace -> trace.message().equals("a library's record"))
                    .extracting(trace -> trace.context().role())
                    .containsExactly("thing-service");
        }
    }
}
