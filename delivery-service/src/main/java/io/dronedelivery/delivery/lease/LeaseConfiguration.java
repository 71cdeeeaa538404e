package io.dronedelivery.delivery.lease;

import io.dronedelivery.cosmosaccess.DocumentContainer;
import io.dronedelivery.servicekit.background.PeriodicWork;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LeaseProperties.class)
class LeaseConfiguration {

    private static final int RUNS_IN_A_DURATION = 4;

    @Bean
    RunningInstances runningInstances(DocumentContainer deliveries, LeaseProperties properties) {
        return new RunningInstances(deliveries, UUID.randomUUID().toString(), properties.duration());
    }

    @Bean
    PeriodicWork runningInstanceRenewal(RunningInstances instances, LeaseProperties properties) {
        return new PeriodicWork(
                "The sign of life of this instance",
                properties.duration().dividedBy(RUNS_IN_A_DURATION),
                instances.renew());
    }

    @Bean
    Leases leases(
            DocumentContainer deliveries,
            RunningInstances instances,
            ObjectProvider<LeaseNames> names,
            LeaseProperties properties,
            MeterRegistry meters) {
        Leases leases = new Leases(
                deliveries,
                Flux.fromStream(() -> names.orderedStream())
                        .concatMap(LeaseNames::names)
                        .collect(HashSet::new, Set::addAll),
                instances.self(),
                properties.duration(),
                System::nanoTime);
        Gauge.builder("delivery.leases.held", leases, all -> all.all().size())
                .description("Parts of the work that this instance does for all of them")
                .register(meters);
        return leases;
    }

    @Bean
    PeriodicWork leaseRenewal(Leases leases, LeaseProperties properties) {
        return new PeriodicWork(
                "The renewal of the leases", properties.duration().dividedBy(RUNS_IN_A_DURATION), leases.run());
    }

    @Bean
    LeaseDrain leaseDrain(Leases leases) {
        return new LeaseDrain(leases);
    }
}
