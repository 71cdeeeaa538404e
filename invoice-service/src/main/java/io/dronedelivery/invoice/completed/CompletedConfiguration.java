package io.dronedelivery.invoice.completed;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.background.PeriodicWork;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(InboxProperties.class)
class CompletedConfiguration {

    private static final int VERSION = 1;

    @Bean
    Inbox inbox(Database database, InboxProperties properties) {
        return new Inbox(database, properties);
    }

    @Bean
    EventSubscription completedDeliveries(Database database, Inbox inbox, ObjectMapper json) {
        EventData data = new EventData(json);
        return EventSubscription.of("delivery-completions", "invoice-service")
                .on("DeliveryCompleted", VERSION, new CompletedDeliveries(database, inbox, new Billing(), data));
    }

    @Bean
    PeriodicWork inboxPurge(Inbox inbox, InboxProperties properties) {
        return new PeriodicWork("Forgetting old events", properties.purgeInterval(), inbox.purge());
    }
}
