package io.dronedelivery.drone.audit;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.messaging.audit.AuditResponder;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("drone.audit.enabled")
class DroneAuditConfiguration {

    @Bean
    EventSubscription deliveryAudits(
            DocumentContainer flights, EventPublisher publisher, MeterRegistry meters, JsonMapper json) {
        EventData data = new EventData(json);
        EventHandlers handlers = new EventHandlers(
                data,
                (trace, context) -> TraceParent.continuing(trace).putInto(context),
                "Flights cannot be looked up now",
                failure -> failure instanceof ProblemException problem
                        && problem.type().isTemporary());
        return new AuditResponder(
                        "drone-service",
                        publisher,
                        data,
                        new FlightAudit(flights)::missing,
                        () -> AuditResponder.handledUntil(meters, "delivery-requests", "drone-service"))
                .subscription(handlers);
    }
}
