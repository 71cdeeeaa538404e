package io.dronedelivery.delivery.completion;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.cosmos.DocumentContainer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CompletionConfiguration {

    private static final int VERSION = 1;

    /** Other than in a request, members that are not known here are none of our business. */
    @Bean
    EventSubscription deliveryCompletions(DocumentContainer deliveries, ObjectMapper json) {
        EventData data = new EventData(json.copy().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
        return EventSubscription.of("delivery-completions", "delivery-service")
                .on("DeliveryCompleted", VERSION, new CompletionHandler(deliveries, data));
    }
}
