package io.dronedelivery.delivery.outbox;

import io.dronedelivery.delivery.lease.LeaseNames;
import io.dronedelivery.delivery.lease.Leases;
import io.dronedelivery.delivery.lease.RunningInstances;
import io.dronedelivery.servicekit.background.PeriodicWork;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OutboxProperties.class)
class OutboxConfiguration {

    @Bean
    LeaseNames outboxRanges(DeliveryStore deliveries) {
        return () -> OutboxRelay.names(deliveries);
    }

    @Bean
    OutboxFigures outboxFigures(DeliveryStore deliveries, MeterRegistry meters) {
        return new OutboxFigures(deliveries, meters);
    }

    /** Ignores unknown members, because another version may have stored the document. */
    @Bean
    OutboxRelay outboxRelay(
            DeliveryStore deliveries,
            OutboxSender sender,
            Leases leases,
            RunningInstances instances,
            OutboxProperties properties,
            OutboxFigures figures,
            JsonMapper json) {
        return new OutboxRelay(
                deliveries,
                sender,
                leases,
                instances,
                properties,
                figures,
                json.rebuild()
                        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .build());
    }

    @Bean
    PeriodicWork outboxRelayRuns(OutboxRelay relay, OutboxProperties properties) {
        return new PeriodicWork("The relay of the outboxes", properties.sweepInterval(), relay.run());
    }

    /** Always up. Waiting outboxes are a matter for operators, and no reason to take an instance out of service. */
    @Bean
    ReactiveHealthIndicator outboxHealthIndicator(Leases leases, OutboxFigures figures) {
        return () -> Mono.fromSupplier(() -> Health.up()
                .withDetail("leases", leases.all().size())
                .withDetail("waiting", (long) figures.waiting())
                .withDetail("oldestAgeSeconds", (long) figures.oldestAge())
                .withDetail("setAside", (long) figures.setAside())
                .build());
    }
}
