package io.dronedelivery.messaging.retention;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Checks how long the broker keeps events, in applications with a broker. */
@AutoConfiguration(
        afterName = {
            "io.dronedelivery.messaging.kafka.KafkaAutoConfiguration",
            "io.dronedelivery.messaging.servicebus.ServiceBusMessagingAutoConfiguration"
        })
@ConditionalOnBean(BrokerRetention.class)
@EnableConfigurationProperties(RetentionProperties.class)
class RetentionAutoConfiguration {

    @Bean
    RetentionCheck retentionCheck(
            ObjectProvider<BrokerRetention> brokers,
            RetentionProperties properties,
            ObjectProvider<MeterRegistry> registry) {
        return new RetentionCheck(
                brokers.orderedStream().toList(), properties, registry.getIfAvailable(() -> Metrics.globalRegistry));
    }
}
