package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.PatientPublisher;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;

class ReplaceableProducerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

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
                topics.ensure("replaced-producer")
                        .retryWhen(PatientPublisher.UNTIL_THE_TOPIC_IS_MADE)
                        .block(TIMEOUT);
                await().atMost(TIMEOUT).until(() -> refusal.refusals() == 1);

                await().atMost(TIMEOUT).until(() -> publish(sender));

                await().atMost(TIMEOUT)
                        .untilAsserted(() -> assertThat(inFlight()).isZero());
            }
        }
    }

    @Test
    void a_producer_that_cannot_be_replaced_is_tried_to_be_once_a_second_at_most() {
        AtomicInteger made = new AtomicInteger();
        ReplaceableProducer producer = new ReplaceableProducer(
                () -> {
                    if (made.getAndIncrement() > 0) {
                        throw new KafkaException("The key of the certificate is gone");
                    }
                    MockProducer<byte[], byte[]> failed = new MockProducer<>();
                    failed.sendException = new KafkaException("It has failed for good");
                    return failed;
                },
                client -> () -> {});
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("replaced-producer", new byte[0]);
        long begun = System.nanoTime();

        for (int send = 0; send < 10_000; send++) {
            assertThatThrownBy(() -> producer.send(record, (sent, failure) -> {}))
                    .isInstanceOf(KafkaException.class);
        }

        long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
        assertThat(made).hasValueBetween(2, (int) seconds + 2);
    }

    private static boolean publish(RecordSender sender) {
        return Boolean.TRUE.equals(
                sender.send(new ProducerRecord<>("replaced-producer", "event".getBytes(StandardCharsets.UTF_8)))
                        .thenReturn(true)
                        .onErrorResume(failure -> Mono.just(false))
                        .block(TIMEOUT));
    }

    private double inFlight() {
        return meters.get("messaging.kafka.publisher.in.flight").gauge().value();
    }

    private static KafkaProperties properties(String bootstrapServers) {
        return properties(bootstrapServers, Map.of());
    }

    /** @param producer settings in Kafka's own words */
    static KafkaProperties properties(String bootstrapServers, Map<String, String> producer) {
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
                        producer),
                KafkaProperties.KafkaConsumerSettings.DEFAULT);
    }
}
