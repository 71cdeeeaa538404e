package io.dronedelivery.requestreply.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.SharedKafka;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobTopicsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    @Test
    void all_questions_go_over_one_client_until_the_end() {
        KafkaJobSettings settings = settings("asked");
        AtomicInteger made = new AtomicInteger();
        JobTopics topics = new JobTopics(settings, () -> {
            made.incrementAndGet();
            return Admin.create(settings.clients());
        });

        assertThat(topics.ensure().block(TIMEOUT)).isEqualTo(2);
        assertThat(topics.depth().block(TIMEOUT)).isZero();
        assertThat(topics.depth().block(TIMEOUT)).isZero();
        topics.close().block(TIMEOUT);

        assertThat(made).hasValue(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> topics.depth().block(TIMEOUT))
                .withMessage("The queue is closed");
    }

    @Test
    void jobs_that_nobody_has_taken_yet_wait_too() {
        KafkaJobSettings settings = settings("counted");
        JobTopics topics = new JobTopics(settings, () -> Admin.create(settings.clients()));
        topics.ensure().block(TIMEOUT);
        TopicPartition first = new TopicPartition(settings.requests(), 0);
        try (Admin admin = Admin.create(settings.clients());
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(new JobKafkaClients(settings).producer())) {
            for (int partition : new int[] {0, 0, 0, 1, 1}) {
                producer.send(new ProducerRecord<>(settings.requests(), partition, null, new byte[] {1}));
            }
            producer.flush();

            awaitDepth(topics, 5);
            done(admin.deleteRecords(Map.of(first, RecordsToDelete.beforeOffset(1)))
                    .all());
            awaitDepth(topics, 4);
            done(admin.alterConsumerGroupOffsets(settings.group(), Map.of(first, new OffsetAndMetadata(2)))
                    .all());
            awaitDepth(topics, 3);
        }
        topics.close().block(TIMEOUT);
    }

    @Test
    void topics_that_are_there_need_no_right_to_make_any() {
        KafkaJobSettings settings = settings("made");
        JobTopics owner = new JobTopics(settings, () -> Admin.create(settings.clients()));
        owner.ensure().then(owner.close()).block(TIMEOUT);
        JobTopics guest = new JobTopics(settings, () -> withoutRightToCreate(Admin.create(settings.clients())));

        assertThat(guest.ensure().block(TIMEOUT)).isEqualTo(2);

        guest.close().block(TIMEOUT);
    }

    private static KafkaJobSettings settings(String name) {
        return new KafkaJobSettings(
                Map.of("bootstrap.servers", KAFKA.bootstrapServers()), name + "-requests", name + "-replies", 2, (short)
                        1);
    }

    private static Admin withoutRightToCreate(Admin admin) {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("createTopics")) {
                        throw new TopicAuthorizationException("no right to create");
                    }
                    return method.invoke(admin, arguments);
                });
    }

    private static void awaitDepth(JobTopics topics, long jobs) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(topics.depth().block(TIMEOUT)).isEqualTo(jobs));
    }

    private static void done(KafkaFuture<?> change) {
        change.toCompletionStage().toCompletableFuture().join();
    }
}
