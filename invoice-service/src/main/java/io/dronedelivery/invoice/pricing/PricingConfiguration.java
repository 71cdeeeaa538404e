package io.dronedelivery.invoice.pricing;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.JobQueue;
import io.dronedelivery.requestreply.JobsLifecycle;
import io.dronedelivery.requestreply.RequestReply;
import io.dronedelivery.requestreply.WorkerPool;
import io.dronedelivery.requestreply.autoscale.Autoscaler;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PricingProperties.class)
class PricingConfiguration {

    static final String NAME = "pricing";

    /** There without a queue too, since the readiness group names it. */
    @Bean
    ReactiveHealthIndicator pricingHealthIndicator(ObjectProvider<RequestReply> requests) {
        return new PricingHealth(requests.getIfAvailable());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnPricingQueue
    static class Queued {

        @Bean
        RequestReply pricing(JobQueue queue, PricingProperties properties, MessageSpans spans, MeterRegistry meters) {
            return new RequestReply(NAME, queue, properties.requestReply(), spans, meters);
        }

        @Bean
        WorkerPool pricingWorkers(
                JobQueue queue,
                List<JobKind> kinds,
                PricingProperties properties,
                MessageSpans spans,
                MeterRegistry meters) {
            return new WorkerPool(NAME, queue, new JobKinds(kinds), properties.workers(), spans, meters);
        }

        @Bean
        JobsLifecycle pricingLifecycle(RequestReply pricing, WorkerPool workers, JobQueue queue, MeterRegistry meters) {
            return new JobsLifecycle(NAME, pricing, workers, queue, meters);
        }

        @Bean
        @ConditionalOnProperty("invoice.pricing.autoscaler.enabled")
        Autoscaler pricingAutoscaler(
                RequestReply pricing,
                WorkerPool workers,
                JobQueue queue,
                PricingProperties properties,
                MeterRegistry meters) {
            return new Autoscaler(NAME, pricing, workers, queue, properties.autoscaler(), meters);
        }

        @Bean
        PricingProblems pricingProblems(PricingProperties properties) {
            return new PricingProblems(properties.retryAfter());
        }
    }
}
