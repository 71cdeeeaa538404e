package io.dronedelivery.servicekit.telemetry;

import io.dronedelivery.servicekit.testing.ReferencePage;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceTest {

    @Test
    void the_page_of_settings_and_meters_is_what_the_code_says() {
        try (ObservedService service = ObservedService.start("")) {
            ReferencePage.check(
                    List.of("http.server.refused", "reactor.netty.eventloop.delay"), service.bean(MeterRegistry.class));
        }
    }
}
