package io.dronedelivery.gateway.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.WireBackend;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import java.io.IOException;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the start does so that the first call is like all others. */
@ExtendWith(NoBufferLeaks.class)
class WarmUpTest {

    private static final String ON = "gateway.warm-up=20s";

    @Test
    void each_backend_gets_a_connection_and_no_request() throws IOException {
        try (WireBackend backend = WireBackend.start();
                WireBackend other = WireBackend.start();
                TestGateway gateway = start(backend.url(), ON, "gateway.backends.other.base-url=" + other.url())) {
            await().until(() -> backend.connections() == 1 && other.connections() == 1);
            assertThat(backend.requests() + other.requests()).isZero();

            assertThat(gateway.get("/profiles/c-1").body()).isEqualTo("{\"customer\":\"/customers/c-1\"}");
            assertThat(backend.requests()).isEqualTo(1);
        }
    }

    @Test
    void neither_meters_nor_logs_show_it() throws IOException {
        try (RecordedLog log = RecordedLog.ofEdge("io.dronedelivery.gateway");
                WireBackend backend = WireBackend.start();
                TestGateway gateway = start(backend.url(), ON)) {
            MeterRegistry meters = gateway.bean(MeterRegistry.class);

            assertThat(meters.getMeters())
                    .filteredOn(meter -> meter.getId().getName().matches("gateway\\..*|http\\..*|resilience4j\\..*"))
                    .allSatisfy(meter -> {
                        assertThat(meter.getId().getTags().toString()).doesNotContain("rehearsal");
                        assertThat(count(meter)).as(meter.getId().toString()).isZero();
                    });
            assertThat(meters.get("gateway.backend.pool.active").gauge().value())
                    .isZero();
            assertThat(log.from(Level.INFO)).noneMatch(line -> line.contains("127.0.0.1:"));
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    private static double count(Meter meter) {
        return StreamSupport.stream(meter.measure().spliterator(), false)
                .filter(measurement -> measurement.getStatistic() == Statistic.COUNT)
                .mapToDouble(Measurement::getValue)
                .sum();
    }

    @Test
    void a_backend_that_cannot_be_reached_does_not_stop_the_start() {
        try (RecordedLog log = RecordedLog.ofEdge("io.dronedelivery.gateway");
                TestGateway gateway = start("https://localhost:1", ON)) {
            assertThat(gateway.get("/actuator/health/readiness").status()).isEqualTo(200);
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1ms", "10ms", "30ms", "60ms", "100ms"})
    void with_little_or_no_time_the_gateway_starts_as_well(String time) throws IOException {
        try (RecordedLog log = RecordedLog.ofEdge("io.dronedelivery.gateway");
                WireBackend backend = WireBackend.start();
                TestGateway gateway = start(backend.url(), "gateway.warm-up=" + time)) {
            assertThat(gateway.get("/profiles/c-1").status()).isEqualTo(200);
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    @Test
    void switched_off_it_opens_no_connection() throws IOException {
        try (WireBackend backend = WireBackend.start();
                TestGateway gateway = start(backend.url(), "gateway.warm-up=0")) {
            assertThat(gateway.get("/actuator/health/liveness").status()).isEqualTo(200);
            assertThat(backend.connections()).isZero();
        }
    }

    private static TestGateway start(String backend, String... more) {
        String[] settings = new String[more.length + 5];
        System.arraycopy(more, 0, settings, 5, more.length);
        settings[0] = "gateway.sample=false";
        settings[1] = "gateway.backends.customers.base-url=" + backend;
        settings[2] = "gateway.aggregations.profile.path=/profiles/{id}";
        settings[3] = "gateway.aggregations.profile.parts.customer.backend=customers";
        settings[4] = "gateway.aggregations.profile.parts.customer.path=/customers/{id}";
        return TestGateway.start(settings);
    }
}
