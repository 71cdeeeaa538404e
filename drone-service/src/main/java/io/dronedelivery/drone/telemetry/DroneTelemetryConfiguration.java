package io.dronedelivery.drone.telemetry;

import io.dronedelivery.drone.archive.Archive;
import io.dronedelivery.drone.archive.Archives;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import io.dronedelivery.messaging.kafka.KeptTopic;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
@ConditionalOnTelemetry
@EnableConfigurationProperties(DroneTelemetryProperties.class)
class DroneTelemetryConfiguration {

    @Bean
    LatestPositions latestPositions(DroneTelemetryProperties properties) {
        return new LatestPositions(properties.drones());
    }

    @Bean
    StreamFigures streamFigures(LatestPositions positions, MeterRegistry meters) {
        return new StreamFigures(positions, meters);
    }

    @Bean
    LiveStreams liveStreams(LatestPositions positions, DroneTelemetryProperties properties, MeterRegistry meters) {
        return new LiveStreams(positions, properties.live(), meters);
    }

    @Bean
    Archive telemetryArchive(DroneTelemetryProperties properties, MeterRegistry meters) {
        return Archives.open(properties.archive(), properties.channel(), meters);
    }

    @Bean
    ArchiveHealth telemetryArchiveHealthIndicator(Archive archive) {
        return new ArchiveHealth(archive);
    }

    /** Reads whole batches, by threads that poll. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnTelemetry
    @ConditionalOnProperty(name = "messaging.broker", havingValue = "kafka")
    static class OnKafka {

        @Bean
        TelemetryKafkaClients telemetryKafkaClients(Environment environment) {
            return new TelemetryKafkaClients(environment);
        }

        @Bean
        TelemetryTopic telemetryTopic(
                DroneTelemetryProperties properties, TelemetryKafkaClients clients, KafkaTopics topics) {
            return new TelemetryTopic(properties, clients, topics);
        }

        @Bean
        KeptTopic keptTelemetry(DroneTelemetryProperties properties) {
            return new KeptTopic(properties.channel());
        }

        @Bean
        KafkaStream telemetryStream(
                DroneTelemetryProperties properties,
                TelemetryKafkaClients clients,
                TelemetryTopic topic,
                Archive archive,
                LatestPositions positions,
                StreamFigures figures,
                MeterRegistry meters) {
            Covered covered = new Covered();
            Rejections rejections = new Rejections(figures, meters);
            return new KafkaStream(
                    properties,
                    clients,
                    topic,
                    new ArchivingMember(topic, archive, positions, figures, covered, rejections, properties),
                    new PositionFollower(topic, positions, figures, covered, properties));
        }
    }

    /** Reads message by message, over the lanes. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnTelemetry
    @ConditionalOnProperty(name = "messaging.broker", havingValue = "servicebus")
    static class OnServiceBus {

        @Bean
        ServiceBusStream telemetryStream(
                DroneTelemetryProperties properties,
                Archive archive,
                LatestPositions positions,
                StreamFigures figures) {
            return new ServiceBusStream(properties, archive, positions, figures);
        }

        @Bean
        EventSubscription droneTelemetry(ServiceBusStream stream) {
            return stream.subscription();
        }
    }
}
