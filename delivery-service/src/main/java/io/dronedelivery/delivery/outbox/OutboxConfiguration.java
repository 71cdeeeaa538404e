package io.dronedelivery.delivery.outbox;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.servicekit.background.PeriodicWork;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OutboxProperties.class)
class OutboxConfiguration {

    @Bean
    OutboxSweep outboxSweep(
            DocumentContainer deliveries, OutboxSender sender, OutboxProperties properties, JsonMapper json) {
        return new OutboxSweep(
                deliveries,
                sender,
                properties,
                json.rebuild()
                        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .build());
    }

    @Bean
    PeriodicWork outboxSweeps(OutboxSweep sweep, OutboxProperties properties) {
        return new PeriodicWork("The sweep of the outboxes", properties.sweepInterval(), sweep.run());
    }
}
