package io.dronedelivery.messaging.deadletter.servicebus;

import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueues;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.servicebus.Lanes;
import io.dronedelivery.messaging.servicebus.PeekConnection;
import io.dronedelivery.messaging.servicebus.SenderPool;
import io.dronedelivery.messaging.servicebus.ServiceBusNamespace;
import io.dronedelivery.messaging.servicebus.ServiceBusProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The dead letters of all subscriptions, in applications with Service Bus as the broker. */
@AutoConfiguration(afterName = "io.dronedelivery.messaging.servicebus.ServiceBusMessagingAutoConfiguration")
@ConditionalOnClass(SenderPool.class)
@ConditionalOnProperty(name = "messaging.broker", havingValue = "servicebus")
@EnableConfigurationProperties(DeadLetterProperties.class)
class ServiceBusDeadLetterAutoConfiguration {

    @Bean
    DeadLetterQueues deadLetterQueues(
            ObjectProvider<EventSubscription> subscriptions,
            ServiceBusNamespace namespace,
            PeekConnection peeking,
            SenderPool sending,
            ServiceBusProperties settings,
            DeadLetterProperties properties) {
        return new ServiceBusDeadLetterQueues(
                subscriptions.orderedStream().toList(),
                namespace,
                peeking,
                sending,
                new Lanes(settings.lanes()),
                properties);
    }
}
