package io.dronedelivery.delivery;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.servicekit.testing.ReferencePage;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceTest {

    @Test
    void the_page_of_settings_and_meters_is_what_the_code_says() {
        try (RunningService service = DeliveryService.start("/ownerId", options -> options)) {
            ReferencePage.check(List.of("delivery."), service.bean(MeterRegistry.class));
        }
    }
}
