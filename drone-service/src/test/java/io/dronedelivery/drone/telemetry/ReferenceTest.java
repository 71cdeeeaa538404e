package io.dronedelivery.drone.telemetry;

import static org.awaitility.Awaitility.await;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.drone.DroneService;
import io.dronedelivery.drone.DroneServiceApplication;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.servicekit.testing.ReferencePage;
import io.dronedelivery.servicekit.testing.TestBroker;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceTest {

    @TempDir
    Path archive;

    @Test
    void the_page_of_settings_and_meters_is_what_the_code_says() {
        try (RunningService service = DroneService.start(
                DroneServiceApplication.builder(),
                TestBroker.start("kafka"),
                "--drone.telemetry.enabled=true",
                "--drone.telemetry.archive.directory=" + archive,
                "--drone.utilization.source=summary",
                "--cosmos.containers.flight-summaries.create-if-missing=true")) {
            MeterRegistry meters = service.bean(MeterRegistry.class);
            service.bean(EventPublisher.class)
                    .publish(new OutboundEvent(
                            TelemetryEvents.CHANNEL, TelemetryEvents.event("e-1", "dr-01", "no telemetry")))
                    .retryWhen(TestBroker.PATIENTLY)
                    .block();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> meters.find("drone.telemetry.rejections").counter() != null);

            ReferencePage.check(List.of("drone."), meters);
        }
    }
}
