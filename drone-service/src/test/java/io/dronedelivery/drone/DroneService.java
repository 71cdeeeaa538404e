package io.dronedelivery.drone;

import io.dronedelivery.cosmosaccess.testing.RunningService;
import io.dronedelivery.localcosmos.LocalCosmosOptions;
import io.dronedelivery.servicekit.testing.TestBroker;
import java.util.function.UnaryOperator;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The drone service, started for a test. */
public final class DroneService {

    private DroneService() {}

    public static RunningService start(
            String partitionKey, UnaryOperator<LocalCosmosOptions> options, String... further) {
        return RunningService.start(
                DroneServiceApplication.builder(), "flights", partitionKey, options, TestBroker.serviceBus(), further);
    }

    /** With the owner's id as partition key. */
    public static RunningService start(SpringApplicationBuilder application, TestBroker broker, String... further) {
        return RunningService.start(application, "flights", "/ownerId", o -> o, broker, further);
    }
}
