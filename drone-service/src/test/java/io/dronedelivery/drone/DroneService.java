package io.dronedelivery.drone;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.localcosmos.LocalCosmosOptions;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.util.function.UnaryOperator;

/** The drone service, started for a test. */
final class DroneService {

    private DroneService() {}

    static RunningService start(String partitionKey, UnaryOperator<LocalCosmosOptions> options, String... further) {
        return RunningService.start(
                DroneServiceApplication.builder(), "flights", partitionKey, options, TestBroker.serviceBus(), further);
    }
}
