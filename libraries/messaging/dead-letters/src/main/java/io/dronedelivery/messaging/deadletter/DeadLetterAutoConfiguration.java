package io.dronedelivery.messaging.deadletter;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Watches the dead letters of all subscriptions. In applications with HTTP, operators can work on them. */
@AutoConfiguration(
        afterName = {
            "io.dronedelivery.messaging.deadletter.kafka.KafkaDeadLetterAutoConfiguration",
            "io.dronedelivery.messaging.deadletter.servicebus.ServiceBusDeadLetterAutoConfiguration"
        })
@ConditionalOnBean(DeadLetterQueues.class)
class DeadLetterAutoConfiguration {

    @Bean
    DeadLetterWatch deadLetterWatch(
            DeadLetterQueues queues, DeadLetterProperties properties, ObjectProvider<MeterRegistry> meters) {
        return new DeadLetterWatch(queues.all(), properties, registryOf(meters));
    }

    private static MeterRegistry registryOf(ObjectProvider<MeterRegistry> meters) {
        return meters.getIfAvailable(() -> Metrics.globalRegistry);
    }

    /** Only in applications with HTTP. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class DeadLetterHttp {

        @Bean(destroyMethod = "close")
        DeadLetterDesk deadLetterDesk(
                DeadLetterQueues queues, DeadLetterProperties properties, ObjectProvider<MeterRegistry> meters) {
            return new DeadLetterDesk(queues.all(), properties, registryOf(meters));
        }

        @Bean
        DeadLetterController deadLetterController(DeadLetterDesk desk) {
            return new DeadLetterController(desk);
        }
    }
}
