package io.dronedelivery.messaging.deadletter.kafka;

import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueues;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.kafka.ClientSettings;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import io.dronedelivery.messaging.kafka.RecordSender;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The dead letters of all subscriptions, in applications with Kafka as the broker. */
@AutoConfiguration(afterName = "io.dronedelivery.messaging.kafka.KafkaAutoConfiguration")
@ConditionalOnClass(KafkaTopics.class)
@ConditionalOnProperty(name = "messaging.broker", havingValue = "kafka")
@EnableConfigurationProperties(DeadLetterProperties.class)
class KafkaDeadLetterAutoConfiguration {

    @Bean
    DeadLetterQueues deadLetterQueues(
            ObjectProvider<EventSubscription> subscriptions,
            KafkaTopics topics,
            DeadLetterProperties properties,
            ClientSettings clients,
            RecordSender sender) {
        return new KafkaDeadLetterQueues(subscriptions.orderedStream().toList(), topics, properties, clients, sender);
    }
}
