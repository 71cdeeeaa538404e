package io.dronedelivery.delivery.reconciliation;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.delivery.lease.LeaseNames;
import io.dronedelivery.delivery.lease.Leases;
import io.dronedelivery.delivery.request.Reannouncement;
import io.dronedelivery.messaging.audit.AuditPageAnswered;
import io.dronedelivery.messaging.event.EventData;
import io.dronedelivery.messaging.event.EventHandlers;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.servicekit.background.PeriodicWork;
import io.dronedelivery.servicekit.trace.TraceParent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("delivery.reconciliation.enabled")
@EnableConfigurationProperties(ReconciliationProperties.class)
class ReconciliationConfiguration {

    private static final int VERSION = 1;

    @Bean
    LeaseNames reconciliationLease() {
        return () -> Mono.just(Set.of(AuditDriver.LEASE));
    }

    @Bean
    AuditStore auditStore(DocumentContainer deliveries, JsonMapper json) {
        return new AuditStore(deliveries, tolerant(json));
    }

    @Bean
    AuditDriver auditDriver(
            AuditStore audits,
            EventPublisher publisher,
            Reannouncement reannouncement,
            Leases leases,
            ReconciliationProperties properties,
            MeterRegistry meters,
            JsonMapper json) {
        AuditDriver driver = new AuditDriver(
                audits,
                new AuditQuestions(publisher, new EventData(json)),
                new AuditRepair(reannouncement, properties, meters),
                leases,
                properties);
        TimeGauge.builder("delivery.reconciliation.behind", driver, TimeUnit.SECONDS, AuditDriver::secondsBehind)
                .description(
                        "Time since which periodic audits have not compared all deliveries; 0 in all instances but one")
                .register(meters);
        return driver;
    }

    @Bean
    PeriodicWork audits(AuditDriver driver, ReconciliationProperties properties) {
        return new PeriodicWork("The audit of the deliveries", properties.lookInterval(), driver.run());
    }

    @Bean
    EventSubscription auditAnswers(
            AuditStore audits, ReconciliationProperties properties, MeterRegistry meters, JsonMapper json) {
        EventHandlers handlers = new EventHandlers(
                new EventData(tolerant(json)),
                (trace, context) -> TraceParent.continuing(trace).putInto(context),
                "The answer to an audit cannot be taken now",
                AuditAnswerTaker::isTemporary);
        AuditAnswerTaker answers = new AuditAnswerTaker(audits, properties, meters);
        return EventSubscription.of("delivery-audit-answers", "delivery-service")
                .on(
                        "AuditPageAnswered",
                        VERSION,
                        handlers.of(AuditPageAnswered.class, (event, answered) -> answers.take(answered)));
    }

    /** Ignores unknown members, unlike those of a request, because another version may have written them. */
    private static JsonMapper tolerant(JsonMapper json) {
        return json.rebuild()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
    }
}
