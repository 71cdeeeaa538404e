package io.dronedelivery.delivery;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.localcosmos.LocalCosmosOptions;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.util.function.UnaryOperator;

/** The delivery service, started for a test. */
final class DeliveryService {

    private DeliveryService() {}

    static RunningService start(String partitionKey, UnaryOperator<LocalCosmosOptions> options, String... further) {
        return RunningService.start(
                DeliveryServiceApplication.builder(),
                "deliveries",
                partitionKey,
                options,
                TestBroker.serviceBus(),
                further);
    }
}
