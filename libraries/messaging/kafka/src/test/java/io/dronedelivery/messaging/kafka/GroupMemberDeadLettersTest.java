package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.messaging.testkit.RawKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

/** What becomes a dead letter on Kafka, and when. */
class GroupMemberDeadLettersTest {

    private static final Duration TIMEOUT = TestGroup.TIMEOUT;

    @RegisterExtension
    static final TestGroup GROUP = new TestGroup();

    @Test
    void a_dead_letter_tells_where_it_came_from_and_keeps_key_headers_and_data() {
        GROUP.join(event -> Mono.error(new InvalidEventException("The field stop is negative")));
        GROUP.publish("d-1", 1);
        GROUP.publish("d-1", 2);

        await().atMost(TIMEOUT).until(() -> GROUP.deadLetters().size() == 2);
        ConsumerRecord<byte[], byte[]> original =
                GROUP.kafka().raw().records(GROUP.topic()).get(1);
        ConsumerRecord<byte[], byte[]> letter = GROUP.deadLetters().get(1);
        assertThat(RawKafka.text(letter, DeadLetterWriter.REASON)).isEqualTo("invalid-data");
        assertThat(RawKafka.text(letter, DeadLetterWriter.DESCRIPTION)).isEqualTo("The field stop is negative");
        assertThat(RawKafka.text(letter, DeadLetterWriter.TOPIC)).isEqualTo(GROUP.topic());
        assertThat(RawKafka.text(letter, DeadLetterWriter.PARTITION)).isEqualTo("" + original.partition());
        assertThat(RawKafka.text(letter, DeadLetterWriter.OFFSET)).isEqualTo("" + original.offset());
        assertThat(letter.key()).isEqualTo(original.key());
        assertThat(letter.value()).isEqualTo(original.value());
        assertThat(letter.headers()).contains(original.headers().toArray());
    }

    @Test
    void a_record_that_fits_only_without_the_reason_is_a_dead_letter_without_its_data() {
        GROUP.join(event -> Mono.empty());
        GROUP.publish("d-1", 1);
        await().atMost(TIMEOUT).until(() -> GROUP.begun().size() == 1);
        byte[] data = new byte[GROUP.kafka().refusedDataBytes() - 100];

        ProducerRecord<byte[], byte[]> large =
                new ProducerRecord<>(GROUP.topic(), "d-1".getBytes(StandardCharsets.UTF_8), data);
        large.headers().add("ce_id", "d-1:2".getBytes(StandardCharsets.UTF_8));
        GROUP.kafka().raw().send(large);

        await().atMost(TIMEOUT).until(() -> GROUP.deadLetters().size() == 1);
        ConsumerRecord<byte[], byte[]> letter = GROUP.deadLetters().get(0);
        assertThat(letter.value()).isNull();
        assertThat(RawKafka.text(letter, DeadLetterWriter.OMITTED)).isEqualTo("" + data.length);
        assertThat(RawKafka.text(letter, DeadLetterWriter.REASON)).isEqualTo("missing-attribute");
        assertThat(RawKafka.text(letter, "ce_id")).isEqualTo("d-1:2");
    }

    @Test
    void a_record_whose_headers_are_too_many_for_the_reason_is_a_dead_letter_without_data_and_headers() {
        GROUP.join(event -> Mono.empty());
        GROUP.publish("d-1", 1);
        await().atMost(TIMEOUT).until(() -> GROUP.begun().size() == 1);
        ProducerRecord<byte[], byte[]> large =
                new ProducerRecord<>(GROUP.topic(), "d-1".getBytes(StandardCharsets.UTF_8), new byte[10]);
        byte[] value = new byte[GROUP.kafka().refusedDataBytes() - 150];
        large.headers().add("x", value);

        GROUP.kafka().raw().send(large);

        await().atMost(TIMEOUT).until(() -> GROUP.deadLetters().size() == 1);
        ConsumerRecord<byte[], byte[]> letter = GROUP.deadLetters().get(0);
        assertThat(letter.value()).isNull();
        assertThat(letter.headers().lastHeader("x")).isNull();
        assertThat(RawKafka.text(letter, DeadLetterWriter.OMITTED)).isEqualTo("" + (10 + 1 + value.length));
        assertThat(RawKafka.text(letter, DeadLetterWriter.REASON)).isEqualTo("missing-attribute");
    }

    @Test
    void an_event_is_not_committed_before_it_is_among_the_dead_letters() {
        GROUP.join(event -> Mono.error(new InvalidEventException("No")));
        GROUP.publish("d-1", 1);
        await().atMost(TIMEOUT).until(() -> GROUP.committed() == 1);
        String letters = GROUP.topic() + "." + GROUP.name() + ".dead-letters";
        GROUP.kafka().raw().limitRecords(letters, 10);

        GROUP.publish("d-1", 2);

        await().atMost(TIMEOUT).until(() -> GROUP.begun().contains("d-1:2"));
        await().during(Duration.ofMillis(500)).atMost(TIMEOUT).until(() -> GROUP.committed() == 1);
        GROUP.kafka().raw().configure(letters, "max.message.bytes", "1000000");
        await().atMost(TIMEOUT).until(() -> GROUP.committed() == 2);
        assertThat(GROUP.begun()).containsExactly("d-1:1", "d-1:2");
        assertThat(GROUP.deadLetters()).hasSize(2);
    }
}
