package io.dronedelivery.drone.assignment;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.cosmos.DocumentContainer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FleetProperties.class)
class AssignmentConfiguration {

    private static final int VERSION = 1;

    @Bean
    EventSubscription deliveryRequests(
            DocumentContainer flights, Fleet fleet, EventPublisher publisher, ObjectMapper json) {
        EventData data = new EventData(json);
        Assignments assignments = new Assignments(flights, fleet, new Completions(publisher, data));
        return EventSubscription.of("delivery-requests", "drone-service")
                .on(
                        "DeliveryRequested",
                        VERSION,
                        new RequestHandler<>(
                                event -> data.read(event, DeliveryRequested.class)
                                        .checked(),
                                assignments::add))
                .on(
                        "PackageRegistered",
                        VERSION,
                        new RequestHandler<>(
                                event -> data.read(event, PackageRegistered.class)
                                        .checked(),
                                assignments::add));
    }
}
