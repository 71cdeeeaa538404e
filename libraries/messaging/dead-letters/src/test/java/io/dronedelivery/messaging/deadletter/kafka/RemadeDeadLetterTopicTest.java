package io.dronedelivery.messaging.deadletter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.deadletter.DeadLetterFilter;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.WaitingDeadLetter;
import io.dronedelivery.messaging.kafka.DeadLetterWriter;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Topics of dead letters that somebody has deleted, and that were made again. */
class RemadeDeadLetterTopicTest extends KafkaDeadLettersFixture {

    @Test
    void a_topic_that_somebody_has_deleted_is_made_as_it_was_before() {
        bury(2);
        assertThat(queue.waiting(1).block(TIMEOUT)).isEqualTo(2);
        String letters = DeadLetterWriter.topicOf(subscription);
        raw.delete(letters);
        raw.delete(letters + ".handled");

        assertThat(instance().waiting(1).block(TIMEOUT)).isZero();

        assertThat(raw.partitions(letters)).isEqualTo(2);
        assertThat(raw.property(letters, "retention.ms"))
                .isEqualTo(String.valueOf(Duration.ofDays(90).toMillis()));
        assertThat(raw.property(letters, "retention.bytes")).isEqualTo("-1");
        assertThat(raw.property(letters, "cleanup.policy")).isEqualTo("delete");
        assertThat(raw.partitions(letters + ".handled")).isEqualTo(1);
        assertThat(raw.property(letters + ".handled", "cleanup.policy")).isEqualTo("compact");
    }

    @Test
    void a_topic_that_was_made_anew_does_not_inherit_what_was_handled() {
        bury(20);
        queue.work(DeadLetterFilter.ALL, new Again()).block(TIMEOUT);
        assertThat(queue.waiting(1).block(TIMEOUT)).isZero();

        makeTopicAnew();
        bury(5);

        assertThat(instance().waiting(1).block(TIMEOUT)).isEqualTo(5);
        assertThat(queue.waiting(1).block(TIMEOUT)).isEqualTo(5);
    }

    @Test
    void a_topic_that_was_made_anew_while_it_was_empty_is_noticed_and_what_is_discarded_there_stays_so() {
        DeadLetterQueue other = instance();
        assertThat(queue.waiting(1).block(TIMEOUT)).isZero();
        assertThat(other.waiting(1).block(TIMEOUT)).isZero();
        makeTopicAnew();
        bury(1);

        discardAll(instance());

        assertThat(queue.waiting(1).block(TIMEOUT)).isZero();
        assertThat(other.waiting(1).block(TIMEOUT)).isZero();
        assertThat(instance().waiting(1).block(TIMEOUT)).isZero();
    }

    @Test
    void what_was_handled_of_another_topic_is_forgotten_when_that_was_long_ago() {
        bury(1);
        String handled = DeadLetterWriter.topicOf(subscription) + ".handled";
        topics.ensure(handled).block(TIMEOUT);
        String ofAnother = Uuid.randomUuid() + "/0-";
        long longAgo = System.currentTimeMillis() - Duration.ofHours(2).toMillis();
        raw.send(new ProducerRecord<>(handled, 0, longAgo, bytes(ofAnother + "1"), bytes("discarded")));
        raw.send(new ProducerRecord<>(handled, 0, null, bytes(ofAnother + "2"), bytes("discarded")));

        assertThat(queue.waiting(1).block(TIMEOUT)).isEqualTo(1);
        // Through the same sender, so that it comes after what is forgotten.
        discardAll(queue);

        assertThat(raw.records(handled))
                .filteredOn(record -> record.value() == null)
                .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                .containsExactly(ofAnother + "1");
    }

    @Test
    void what_is_done_to_a_letter_whose_topic_is_made_anew_meanwhile_is_not_done_to_the_one_in_its_place() {
        bury(1);
        Again discarded = new Again(new Disposal.Discard("note")) {
            @Override
            public Mono<Disposal> decide(WaitingDeadLetter letter) {
                return Mono.fromRunnable(() -> {
                            makeTopicAnew();
                            bury(1);
                        })
                        .subscribeOn(Schedulers.boundedElastic())
                        .then(queue.waiting(1))
                        .then(super.decide(letter));
            }
        };

        queue.work(DeadLetterFilter.ALL, discarded).block(TIMEOUT);

        assertThat(discarded.done).hasSize(1);
        assertThat(queue.waiting(1).block(TIMEOUT)).isEqualTo(1);
        assertThat(instance().waiting(1).block(TIMEOUT)).isEqualTo(1);
    }

    private void makeTopicAnew() {
        raw.delete(DeadLetterWriter.topicOf(subscription));
        closed(new KafkaTopics(properties.topics(), clients))
                .ensure(DeadLetterWriter.topicOf(subscription))
                .block(TIMEOUT);
    }

    private static void discardAll(DeadLetterQueue from) {
        Again discarded = new Again(new Disposal.Discard("note"));
        from.work(DeadLetterFilter.ALL, discarded).block(TIMEOUT);
        assertThat(discarded.done).hasSize(1);
    }
}
