package io.dronedelivery.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.localapplicationinsights.LocalApplicationInsightsExtension;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem.Request;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A token that a caller sends where none is read. */
class TokenInQueryTest {

    @RegisterExtension
    static final LocalApplicationInsightsExtension insights = LocalApplicationInsightsExtension.create();

    private static TestBackend backend;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        backend = TestBackend.start();
        gateway = TestGateway.startInFrontOf(
                backend,
                "applicationinsights.connection.string=" + insights.connectionString(),
                "telemetry.sampling.percentage=100",
                "telemetry.export.delay=50ms");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        backend.close();
    }

    @BeforeEach
    void reset() {
        backend.reset();
        backend.on("/it", "1");
        insights.insights().clear();
    }

    /** Whoever reads the telemetry could act as its caller. An endpoint's path and one that Spring answers have spans of different makers. */
    @ParameterizedTest
    @CsvSource({
        "/test/one?access_token=s3cr3t, /test/one?access_token=REDACTED",
        "/test/one?a=1&access_token=s3cr3t&b=2, /test/one?a=1&access_token=REDACTED&b=2",
        "/nothing/here?access_token=s3cr3t&b=2, /nothing/here?access_token=REDACTED&b=2",
        "/test/one?from=1, /test/one?from=1",
    })
    void is_not_recorded(String asked, String recorded) {
        gateway.get(asked);

        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(insights.insights().requests())
                        .extracting(Request::url)
                        .anyMatch(url -> url.endsWith(recorded)));
        assertThat(insights.insights().requests()).extracting(Request::url).noneMatch(url -> url.contains("s3cr3t"));
    }
}
