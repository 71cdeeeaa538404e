package io.dronedelivery.requestreply.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedKafka;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

/** A topic that is not there, since somebody has deleted it, must not keep the records of the other one from being sent. */
class JobProducerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private final KafkaJobSettings settings = new KafkaJobSettings(
            Map.of("bootstrap.servers", KAFKA.bootstrapServers()), "sent-requests", "sent-replies", 2, (short) 1);
    private final JobTopics topics = new JobTopics(settings, () -> Admin.create(settings.clients()));
    private final JobProducer producer = producer();

    private JobProducer producer() {
        Map<String, Object> client = new KafkaClients(settings).producer();
        client.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
        return new JobProducer(client);
    }

    @BeforeEach
    void makeTopics() {
        topics.ensure().retry(2).block(PATIENCE);
    }

    @AfterEach
    void close() {
        producer.close().then(topics.close()).block(PATIENCE);
    }

    @Test
    void records_for_a_topic_that_is_not_there_are_refused_at_once_when_one_has_waited_for_it() {
        List<Mono<?>> forAMissingTopic =
                List.of(inTurns("missing"), producer.partitions("missing"), producer.send(record("missing", 0)));

        // Again where the broker itself did not answer in time.
        forAMissingTopic.forEach(sending -> await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(answer(sending)).contains("There is no topic missing")));

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(answer(inTurns("sent-requests"))).isEqualTo("sent"));
    }

    private Mono<Void> inTurns(String topic) {
        return producer.sendInTurns(topic, partition -> record(topic, partition));
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, int partition) {
        return new ProducerRecord<>(topic, partition, null, new byte[] {1});
    }

    private static String answer(Mono<?> sending) {
        return sending.then(Mono.just("sent"))
                .onErrorResume(failure -> Mono.just(String.valueOf(failure.getMessage())))
                .blockOptional(PATIENCE)
                .orElseThrow();
    }
}
