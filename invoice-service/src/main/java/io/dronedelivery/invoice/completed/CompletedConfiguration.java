package io.dronedelivery.invoice.completed;

import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.database.DatabaseOutage;
import io.dronedelivery.invoice.database.EventShare;
import io.dronedelivery.invoice.pricing.Tariffs;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.background.PeriodicWork;
import io.dronedelivery.servicekit.trace.TraceParent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.ObjectMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(InboxProperties.class)
class CompletedConfiguration {

    private static final int VERSION = 1;

    @Bean
    Inbox inbox(Database database, InboxProperties properties) {
        return new Inbox(database, properties);
    }

    @Bean
    EventSubscription completedDeliveries(
            Database database, EventShare share, Inbox inbox, Tariffs tariffs, ObjectMapper json) {
        EventHandlers handlers = new EventHandlers(
                new EventData(json),
                (trace, context) -> TraceParent.continuing(trace).putInto(context),
                "The database of the invoices is not available",
                DatabaseOutage::isOutage);
        CompletedDeliveries deliveries = new CompletedDeliveries(database, inbox, new Billing(tariffs));
        return EventSubscription.of("delivery-completions", "invoice-service")
                .on(
                        "DeliveryCompleted",
                        VERSION,
                        handlers.of(
                                DeliveryCompleted.class,
                                (event, completed) -> share.of(deliveries.bill(event, completed.checked()))));
    }

    @Bean
    PeriodicWork inboxPurge(Inbox inbox, InboxProperties properties) {
        return new PeriodicWork("Forgetting old events", properties.purgeInterval(), inbox.purge());
    }
}
