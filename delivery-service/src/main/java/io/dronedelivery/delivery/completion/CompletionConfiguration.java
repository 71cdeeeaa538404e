package io.dronedelivery.delivery.completion;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CompletionConfiguration {

    private static final int VERSION = 1;

    /** Unlike in a request, unknown members of an event are ignored: its publisher may add some. */
    @Bean
    EventSubscription deliveryCompletions(DocumentContainer deliveries, ObjectMapper json) {
        EventHandlers handlers = new EventHandlers(
                new EventData(json.copy().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)),
                (trace, context) -> TraceParent.continuing(trace).putInto(context),
                "A delivery cannot be closed now",
                failure -> failure instanceof ProblemException problem
                        && problem.type().isTemporary());
        Completions completions = new Completions(deliveries);
        return EventSubscription.of("delivery-completions", "delivery-service")
                .on(
                        "DeliveryCompleted",
                        VERSION,
                        handlers.of(DeliveryCompleted.class, (event, completed) -> completions.close(completed)));
    }
}
