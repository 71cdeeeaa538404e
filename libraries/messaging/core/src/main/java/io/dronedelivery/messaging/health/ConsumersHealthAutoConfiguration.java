package io.dronedelivery.messaging.health;

import io.dronedelivery.messaging.event.ConsumerState;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.context.annotation.Bean;

/** The component {@code consumers} of an application's health. */
@AutoConfiguration(
        afterName = {
            "io.dronedelivery.messaging.kafka.KafkaAutoConfiguration",
            "io.dronedelivery.messaging.servicebus.ServiceBusMessagingAutoConfiguration"
        })
@ConditionalOnClass(CompositeHealthContributor.class)
@ConditionalOnBean(ConsumerState.Source.class)
class ConsumersHealthAutoConfiguration {

    @Bean
    CompositeHealthContributor consumersHealthContributor(ObjectProvider<ConsumerState.Source> sources) {
        return ConsumersHealth.of(sources.orderedStream().toList());
    }
}
