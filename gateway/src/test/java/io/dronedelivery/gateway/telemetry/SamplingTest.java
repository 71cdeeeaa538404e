package io.dronedelivery.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsightsExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A gateway whose own sampler keeps nothing, and whose settings name no header for the user. */
class SamplingTest {

    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    private static TestBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        backend = TestBackend.start().on("/it", "1");
        gateway = TestGateway.startInFrontOf(
                backend,
                "applicationinsights.connection.string=" + insights.connectionString(),
                "telemetry.sampling.percentage=0",
                "telemetry.export.delay=50ms");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        backend.close();
    }

    @Test
    void a_trace_that_the_sampler_drops_is_passed_on_as_not_recorded() {
        RecordedTransaction recorded = RecordedTransaction.begin(insights.insights());

        gateway.get("/test/one", "X-Load-User", "o-17");
        gateway.get("/test/one", "traceparent", recorded.header(), "X-Load-User", "o-17");

        // Telemetry is sent in the order in which it came.
        assertThat(recorded.request().context().userId())
                .as("no header is believed that the settings do not name")
                .isEmpty();
        String dropped = backend.calls("/it").get(0).header("traceparent");
        assertThat(dropped).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00");
        assertThat(RecordedTransaction.of(insights.insights(), dropped).items()).isEmpty();
        assertThat(insights.insights().requests()).hasSize(1);
    }
}
