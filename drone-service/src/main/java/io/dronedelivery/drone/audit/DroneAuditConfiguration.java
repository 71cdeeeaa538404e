package io.dronedelivery.drone.audit;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("drone.audit.enabled")
class DroneAuditConfiguration {

    private static final int VERSION = 1;

    @Bean
    EventSubscription deliveryAudits(DocumentContainer flights, EventPublisher publisher, JsonMapper json) {
        EventData data = new EventData(json);
        EventHandlers handlers = new EventHandlers(
                data,
                (trace, context) -> TraceParent.continuing(trace).putInto(context),
                "Flights cannot be looked up now",
                failure -> failure instanceof ProblemException problem
                        && problem.type().isTemporary());
        FlightAudit audit = new FlightAudit(flights, new DroneAuditAnswers(publisher, data));
        return EventSubscription.of("delivery-audits", "drone-service")
                .on(
                        "AuditPageAsked",
                        VERSION,
                        handlers.of(AuditPageAsked.class, (event, asked) -> audit.answer(asked)));
    }
}
