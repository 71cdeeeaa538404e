package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;

class ReplaceableProducerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(45);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void a_producer_that_does_not_recover_is_replaced_and_each_publication_is_answered_once() throws Exception {
        try (ProducerIdRefusal refusal = new ProducerIdRefusal(KAFKA.bootstrapServers())) {
            KafkaProperties properties = properties(refusal.bootstrapServers());
            ClientSettings clients = new ClientSettings(properties, "replaced");
            try (KafkaTopics topics = new KafkaTopics(properties.topics(), clients);
                    RecordSender sender = new RecordSender(properties.publisher(), clients, meters)) {
                topics.ensure("replaced-producer").block(PATIENCE);
                await().atMost(PATIENCE).until(() -> refusal.refusals() == 1);

                await().atMost(PATIENCE).until(() -> publish(sender));

                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(inFlight()).isZero());
            }
        }
    }

    private static boolean publish(RecordSender sender) {
        return Boolean.TRUE.equals(
                sender.send(new ProducerRecord<>("replaced-producer", "event".getBytes(StandardCharsets.UTF_8)))
                        .thenReturn(true)
                        .onErrorResume(failure -> Mono.just(false))
                        .block(PATIENCE));
    }

    private double inFlight() {
        return meters.get("messaging.kafka.publisher.in.flight").gauge().value();
    }

    private static KafkaProperties properties(String bootstrapServers) {
        return new KafkaProperties(
                bootstrapServers,
                Map.of(),
                new KafkaProperties.Topics(true, 1, (short) 1),
                new KafkaProperties.Publisher(
                        10,
                        DataSize.ofMegabytes(1),
                        DataSize.ofMegabytes(1),
                        DataSize.ofKilobytes(16),
                        Duration.ZERO,
                        Duration.ofSeconds(30),
                        "none",
                        Map.of()),
                KafkaProperties.Consumer.DEFAULT);
    }
}
