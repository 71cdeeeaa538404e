package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.PatientPublisher;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

/** A topic that is not there must not keep the records of others from being sent. */
class MissingTopicsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private MissingTopics missing = new MissingTopics(System::nanoTime);

    @Test
    void records_for_a_topic_that_is_not_there_are_refused_at_once_when_one_has_waited_for_it() {
        KafkaProperties properties =
                ReplaceableProducerTest.properties(KAFKA.bootstrapServers(), Map.of("max.block.ms", "2000"));
        ClientSettings clients = new ClientSettings(properties, "missing");
        try (KafkaTopics topics = new KafkaTopics(properties.topics(), clients);
                RecordSender sender = new RecordSender(properties.publisher(), clients, new SimpleMeterRegistry())) {
            topics.ensure("there")
                    .retryWhen(PatientPublisher.UNTIL_THE_TOPIC_IS_MADE)
                    .block(TIMEOUT);
            // Either again where the broker itself did not answer in time.
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(answer(sender, "missing")).contains("There is no topic missing"));

            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(answer(sender, "there")).isEqualTo("sent"));
        }
    }

    private static String answer(RecordSender sender, String topic) {
        return sender.send(new ProducerRecord<>(topic, "event".getBytes(StandardCharsets.UTF_8)))
                .thenReturn("sent")
                .onErrorResume(failure -> Mono.just(String.valueOf(failure.getMessage())))
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    @Test
    void after_a_pause_one_record_tries_whether_the_topic_is_there() {
        long[] nanos = {0};
        missing = new MissingTopics(() -> nanos[0]);
        TimeoutException waitedInVain = new TimeoutException("not present", new UnknownTopicOrPartitionException());
        assertThat(isMissing("requests")).isFalse();

        missing.failed("requests", waitedInVain);
        nanos[0] += MissingTopics.PAUSE.toNanos() - 1;
        assertThat(isMissing("requests")).isTrue();
        assertThat(isMissing("completed")).isFalse();

        nanos[0]++;
        assertThat(isMissing("requests")).as("the trial").isFalse();
        missing.failed("requests", waitedInVain);
        assertThat(isMissing("requests")).as("after a trial in vain").isTrue();

        nanos[0] += MissingTopics.PAUSE.toNanos();
        assertThat(isMissing("requests")).as("the next trial").isFalse();
        assertThat(isMissing("requests")).as("after its success").isFalse();
    }

    @Test
    void a_broker_that_does_not_answer_says_nothing_about_a_topic() {
        missing.failed("requests", new TimeoutException("not present"));
        missing.failed("requests", new UnknownTopicOrPartitionException());

        assertThat(isMissing("requests")).isFalse();
    }

    private boolean isMissing(String topic) {
        try {
            missing.check(topic);
            return false;
        } catch (UnknownTopicOrPartitionException refused) {
            return true;
        }
    }
}
