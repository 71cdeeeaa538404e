package io.dronedelivery.invoice.pricing;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PricingProperties.class)
class PricingConfiguration {

    /** Registered without a queue too, because the readiness group names it. */
    @Bean
    ReactiveHealthIndicator pricingHealthIndicator(ObjectProvider<RequestReply> requests) {
        return new PricingHealth(requests.getIfAvailable());
    }

    @Bean
    Tariffs tariffs(PricingProperties properties) {
        return new Tariffs(properties.tariffs());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnPricingQueue
    static class Queued {

        @Bean
        RequestReply pricing(
                JobQueue queue,
                List<JobKind> kinds,
                PricingProperties properties,
                MessageSpans spans,
                MeterRegistry meters) {
            return new RequestReply("pricing", queue, new JobKinds(kinds), properties.requestReply(), spans, meters);
        }

        @Bean
        PricingProblems pricingProblems() {
            return new PricingProblems();
        }
    }
}
