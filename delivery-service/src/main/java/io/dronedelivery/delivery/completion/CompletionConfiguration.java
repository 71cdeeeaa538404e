package io.dronedelivery.delivery.completion;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class CompletionConfiguration {

    private static final int VERSION = 1;

    /** Ignores unknown members of an event, unlike those of a request, because the publisher of the event may add members. */
    @Bean
    EventSubscription deliveryCompletions(DocumentContainer deliveries, JsonMapper json) {
        EventHandlers handlers = new EventHandlers(
                new EventData(json.rebuild()
                        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .build()),
                (trace, context) -> TraceParent.continuing(trace).putInto(context),
                "A delivery cannot be closed now",
                failure -> failure instanceof ProblemException problem
                        && problem.type().isTemporary());
        CompletionWriter completions = new CompletionWriter(deliveries);
        return EventSubscription.of("delivery-completions", "delivery-service")
                .on(
                        "DeliveryCompleted",
                        VERSION,
                        handlers.of(DeliveryCompleted.class, (event, completed) -> completions.close(completed)));
    }
}
