package io.dronedelivery.drone.assignment;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FleetProperties.class)
class AssignmentConfiguration {

    private static final int VERSION = 1;

    @Bean
    EventSubscription deliveryRequests(
            DocumentContainer flights, Fleet fleet, EventPublisher publisher, JsonMapper json) {
        EventData data = new EventData(json);
        EventHandlers handlers = new EventHandlers(
                data,
                (trace, context) -> TraceParent.continuing(trace).putInto(context),
                "A flight cannot be recorded now",
                failure -> failure instanceof ProblemException problem
                        && problem.type().isTemporary());
        Assignments assignments = new Assignments(flights, fleet, new CompletionPublisher(publisher, data));
        return EventSubscription.of("delivery-requests", "drone-service")
                .on(
                        "DeliveryRequested",
                        VERSION,
                        handlers.of(
                                DeliveryRequested.class, (event, requested) -> assignments.add(requested.checked())))
                .on(
                        "PackageRegistered",
                        VERSION,
                        handlers.of(
                                PackageRegistered.class, (event, registered) -> assignments.add(registered.checked())));
    }
}
