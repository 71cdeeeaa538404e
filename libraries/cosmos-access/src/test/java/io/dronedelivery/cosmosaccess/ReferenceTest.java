package io.dronedelivery.cosmosaccess;

import io.dronedelivery.localcosmos.LocalCosmos;
import io.dronedelivery.servicekit.security.Owner;
import io.dronedelivery.servicekit.testing.ReferencePage;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ReferenceTest {

    @Test
    void the_page_of_settings_and_meters_is_what_the_code_says() {
        try (LocalCosmos cosmos = LocalCosmos.start(o -> o);
                Service service = Service.start(cosmos, "cosmos.gauge-interval=100ms")) {
            service.things()
                    .ofOwner(Owner.ofMessage("ann"), Service.MONTH.with("@month", 1))
                    .blockLast();
            MeterRegistry meters = service.bean(MeterRegistry.class);
            Awaitility.await()
                    .until(() -> meters.find("cosmos.container.throughput").gauge() != null);

            ReferencePage.check(List.of("cosmos.calls", "cosmos.operation.", "cosmos.container."), meters);
        }
    }
}
