package io.dronedelivery.requestreply.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedKafka;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

/** A topic or a partition that is not there must not keep what goes to others from being sent. */
class JobProducerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private final KafkaJobSettings settings = new KafkaJobSettings(
            Map.of("bootstrap.servers", KAFKA.bootstrapServers()), "sent-requests", "sent-replies", 2, (short) 1);
    private final JobTopics topics = new JobTopics(settings, () -> Admin.create(settings.clients()));
    private final JobProducer producer = producer(Duration.ofSeconds(2));

    private JobProducer producer(Duration longestBlock) {
        Map<String, Object> client = new JobKafkaClients(settings).producer();
        client.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, longestBlock.toMillis());
        return new JobProducer(client);
    }

    @BeforeEach
    void makeTopics() {
        topics.ensure().retry(2).block(TIMEOUT);
    }

    @AfterEach
    void close() {
        producer.close().then(topics.close()).block(TIMEOUT);
    }

    @Test
    void records_for_a_topic_that_is_not_there_are_refused_at_once_when_one_has_waited_for_it() {
        List<Mono<?>> forAMissingTopic = List.of(inTurns("missing"), producer.send(record("missing", 0)));

        // Again where the broker itself did not answer in time.
        forAMissingTopic.forEach(sending -> await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(answer(sending)).contains("There is no topic missing")));

        await().atMost(TIMEOUT)
                .untilAsserted(
                        () -> assertThat(answer(inTurns("sent-requests"))).isEqualTo("sent"));
    }

    @Test
    void reply_to_a_partition_that_is_not_there_holds_up_no_other() {
        JobProducer patient = producer(Duration.ofMinutes(10));
        ReplySender replies = new ReplySender(patient, topics, "sent-replies");

        Mono<Void> lost = reply(replies, "7/nobody/1").cache();
        lost.subscribe();
        reply(replies, "0/somebody/1").block(TIMEOUT);

        lost.block(TIMEOUT);
        patient.close().block(TIMEOUT);
    }

    @Test
    void reply_to_a_partition_that_is_newer_than_what_the_producer_knows_goes_there() {
        ReplySender replies = new ReplySender(producer, topics, "sent-replies");
        reply(replies, "0/somebody/1").block(TIMEOUT);
        try (Admin admin = Admin.create(settings.clients())) {
            done(admin.createPartitions(Map.of("sent-replies", NewPartitions.increaseTo(3)))
                    .all());
            await().atMost(TIMEOUT)
                    .until(() ->
                            Integer.valueOf(3).equals(topics.replyPartitions().block(TIMEOUT)));

            reply(replies, "2/somebody/1").block(TIMEOUT);

            TopicPartition newest = new TopicPartition("sent-replies", 2);
            assertThat(done(admin.listOffsets(Map.of(newest, OffsetSpec.latest()))
                                    .partitionResult(newest))
                            .offset())
                    .isOne();
        }
    }

    private static <T> T done(KafkaFuture<T> answer) {
        return answer.toCompletionStage().toCompletableFuture().join();
    }

    private static Mono<Void> reply(ReplySender replies, String address) {
        Instant now = Instant.now();
        Job job = new Job("a", address, new byte[0], 1, now, now.plus(TIMEOUT), Map.of());
        return replies.send(new Reply.Answer("a", new byte[0]), job);
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
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }
}
