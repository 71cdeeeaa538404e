package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.MeasuredEventPublisher;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.event.TracedEventPublisher;
import io.dronedelivery.messaging.retention.BrokerRetention;
import io.dronedelivery.messaging.retention.RetentionProperties;
import io.dronedelivery.messaging.settings.SettingsCheck;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Kafka as the broker of events, with {@code messaging.broker=kafka}. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnProperty(name = "messaging.broker", havingValue = "kafka")
@EnableConfigurationProperties({KafkaProperties.class, RetryProperties.class, RetentionProperties.class})
class KafkaAutoConfiguration {

    private static final String SYSTEM = "kafka";

    @Bean
    ClientSettings kafkaClientSettings(
            KafkaProperties properties, @Value("${spring.application.name:drone-delivery}") String application) {
        return new ClientSettings(properties, application);
    }

    @Bean
    KafkaTopics kafkaTopics(KafkaProperties properties, ClientSettings clients) {
        return new KafkaTopics(properties.topics(), clients);
    }

    @Bean
    RecordSender kafkaRecordSender(KafkaProperties properties, ClientSettings clients, MeterRegistry meters) {
        return new RecordSender(properties.publisher(), clients, meters);
    }

    @Bean
    EventPublisher eventPublisher(
            RecordSender sender, KafkaTopics topics, ObjectProvider<MessageSpans> spans, MeterRegistry meters) {
        return TracedEventPublisher.of(
                new MeasuredEventPublisher(new KafkaEventPublisher(sender, topics), SYSTEM, meters), orNone(spans));
    }

    @Bean
    KafkaConsumers kafkaConsumers(
            ObjectProvider<EventSubscription> subscriptions,
            KafkaProperties properties,
            RetryProperties retry,
            ClientSettings clients,
            KafkaTopics topics,
            RecordSender sender,
            ObjectProvider<MessageSpans> spans,
            MeterRegistry meters) {
        return new KafkaConsumers(
                subscriptions
                        .orderedStream()
                        .map(subscription -> new GroupMember(
                                subscription,
                                properties.consumer(),
                                clients,
                                topics,
                                new RecordWork(
                                        subscription.name(),
                                        new EventProcessor(subscription, retry, orNone(spans), meters),
                                        new DeadLetterWriter(subscription, sender),
                                        retry),
                                MemberConsumer::new,
                                meters))
                        .toList(),
                properties.consumer().drainTimeout());
    }

    @Bean
    BrokerRetention kafkaRetention(
            ObjectProvider<EventSubscription> subscriptions,
            ObjectProvider<KeptTopic> further,
            KafkaTopics topics,
            RetentionProperties needed) {
        return new TopicRetention(
                subscriptions.orderedStream().toList(), further.orderedStream().toList(), topics, needed);
    }

    @Bean
    SettingsCheck kafkaSettings(Environment environment) {
        return new KafkaSettings(environment);
    }

    private static MessageSpans orNone(ObjectProvider<MessageSpans> spans) {
        return spans.getIfAvailable(() -> MessageSpans.none(SYSTEM));
    }
}
