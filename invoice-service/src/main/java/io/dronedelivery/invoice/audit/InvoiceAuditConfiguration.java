package io.dronedelivery.invoice.audit;

import io.dronedelivery.invoice.database.Database;
import io.dronedelivery.invoice.database.DatabaseOutage;
import io.dronedelivery.invoice.database.EventShare;
import io.dronedelivery.messaging.audit.AuditResponder;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.ObjectMapper;

@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("invoice.audit.enabled")
class InvoiceAuditConfiguration {

    @Bean
    EventSubscription deliveryAudits(
            Database database, EventPublisher publisher, MeterRegistry meters, ObjectMapper json) {
        EventData data = new EventData(json);
        EventHandlers handlers = new EventHandlers(
                data,
                (trace, context) -> TraceParent.continuing(trace).putInto(context),
                "The database of the invoices is not available",
                DatabaseOutage::isOutage);
        LineAudit audit = new LineAudit(database);
        // A question about a backlog must not wait behind it.
        EventShare share = new EventShare(1);
        return new AuditResponder(
                        "invoice-service",
                        publisher,
                        data,
                        asked -> share.of(audit.missing(asked)),
                        () -> AuditResponder.handledUntil(meters, "delivery-completions", "invoice-service"))
                .subscription(handlers);
    }
}
