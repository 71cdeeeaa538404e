package io.dronedelivery.messaging.deadletter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.deadletter.DeadLetterFilter;
import io.dronedelivery.messaging.deadletter.DeadLetterPage;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.WaitingDeadLetter;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.Outcome;
import io.dronedelivery.messaging.kafka.ClientSettings;
import io.dronedelivery.messaging.kafka.DeadLetterWriter;
import io.dronedelivery.messaging.kafka.KafkaProperties;
import io.dronedelivery.messaging.kafka.KafkaTopics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** What of the dead letters is Kafka's own. */
class KafkaDeadLetterQueueTest extends KafkaDeadLettersFixture {

    @Test
    void of_many_thousand_letters_a_page_reads_no_more_than_it_shows() {
        bury(20_000);

        DeadLetterPage page =
                queue.page(DeadLetterFilter.ALL, null, 100, 10_000).block(TIMEOUT);
        DeadLetterPage scarce = queue.page(new DeadLetterFilter(Set.of(), "another", null, null, null), null, 100, 500)
                .block(TIMEOUT);

        assertThat(queue.waiting(1).block(TIMEOUT)).isEqualTo(20_000);
        assertThat(page.letters())
                .hasSize(100)
                .allSatisfy(letter -> assertThat(letter.data()).isEmpty());
        assertThat(page.scanned()).isEqualTo(100);
        assertThat(page.next()).isNotNull();
        assertThat(scarce.letters()).isEmpty();
        assertThat(scarce.scanned()).isBetween(500, 550);
        assertThat(scarce.next()).isNotNull();
    }

    @Test
    void what_one_instance_has_sent_again_another_one_knows_and_a_new_one_too() {
        bury(300);
        DeadLetterQueue other = instance();
        assertThat(other.waiting(1).block(TIMEOUT)).isEqualTo(300);
        Again all = new Again();

        queue.work(DeadLetterFilter.ALL, all).block(TIMEOUT);

        assertThat(all.failures).isEmpty();
        assertThat(all.done).hasSize(300).doesNotHaveDuplicates();
        assertThat(raw.records(subscription.channel())).hasSize(300);
        assertThat(other.waiting(1).block(TIMEOUT)).isZero();
        assertThat(instance().waiting(1).block(TIMEOUT)).isZero();
        assertThat(other.page(DeadLetterFilter.ALL, null, 10, 10_000)
                        .block(TIMEOUT)
                        .letters())
                .isEmpty();
    }

    @Test
    void letters_of_a_key_are_sent_again_in_their_order() {
        bury(200);
        AtomicInteger before = new AtomicInteger();
        Again everFaster = new Again() {
            @Override
            public Mono<Disposal> decide(WaitingDeadLetter letter) {
                return Mono.delay(Duration.ofMillis(Math.max(0, 50 - before.getAndIncrement())))
                        .then(super.decide(letter));
            }
        };

        queue.work(DeadLetterFilter.ALL, everFaster).block(TIMEOUT);

        List<String> ofOneKey = raw.records(subscription.channel()).stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8).equals("key-3"))
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
        assertThat(ofOneKey)
                .isEqualTo(IntStream.range(0, 20)
                        .mapToObj(n -> "{\"number\":" + (n * 10 + 3) + "}")
                        .toList());
    }

    @Test
    void a_letter_whose_data_was_left_out_is_sent_again_with_the_data_that_the_channel_still_has() {
        byte[] large = new byte[(int) LARGEST.toBytes() - 300];
        ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(subscription.channel(), 1, bytes("key"), large);
        raw.send(sent);
        ConsumerRecord<byte[], byte[]> record =
                raw.records(subscription.channel()).get(0);
        new DeadLetterWriter(subscription, sender)
                .add(record, new Outcome.DeadLetter("handler-failed", "x".repeat(400), 5))
                .block(TIMEOUT);
        WaitingDeadLetter letter = queue.page(DeadLetterFilter.ALL, null, 1, 1)
                .block(TIMEOUT)
                .letters()
                .get(0);
        assertThat(letter.omittedBytes()).isEqualTo(large.length);
        assertThat(letter.dataBytes()).isZero();
        Again again = new Again();

        queue.work(DeadLetterFilter.ALL, again).block(TIMEOUT);

        assertThat(again.failures).isEmpty();
        assertThat(raw.records(subscription.channel()))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message.value()).isEqualTo(large));
    }

    @Test
    void a_letter_that_has_only_the_beginning_of_its_key_is_mended_with_a_key() {
        byte[] key = new byte[(int) LARGEST.toBytes() - 100];
        new DeadLetterWriter(subscription, sender)
                .add(
                        new ConsumerRecord<>(subscription.channel(), 0, 0, key, bytes("{}")),
                        new Outcome.DeadLetter("handler-failed", "It rained", 5))
                .block(TIMEOUT);
        Again asItIs = new Again();
        Again withoutKey = new Again(new Disposal.Resend(Map.of(), bytes("{}"), "note"));
        Again withKey = new Again(new Disposal.Resend(Map.of("partitionkey", "short"), bytes("{}"), "note"));

        queue.work(DeadLetterFilter.ALL, asItIs).block(TIMEOUT);
        queue.work(DeadLetterFilter.ALL, withoutKey).block(TIMEOUT);
        queue.work(DeadLetterFilter.ALL, withKey).block(TIMEOUT);

        assertThat(asItIs.failures)
                .singleElement()
                .satisfies(
                        failure -> assertThat(failure).hasMessageContaining("the channel no longer has the message"));
        assertThat(withoutKey.failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasMessageContaining("attribute partitionkey"));
        assertThat(withKey.failures).isEmpty();
        assertThat(raw.records(subscription.channel()))
                .singleElement()
                .satisfies(message -> assertThat(message.key()).isEqualTo(bytes("short")));
    }

    @Test
    void a_topic_of_handled_letters_that_is_not_there_is_asked_for_again_and_no_client_is_left_open() {
        bury(3);
        ClientSettings counted = counted();
        KafkaTopics none = closed(new KafkaTopics(new KafkaProperties.Topics(false, 2, (short) 1), counted));
        DeadLetterQueue waiting = instance(none, counted);

        assertThatThrownBy(() -> waiting.waiting(1).block(TIMEOUT))
                .isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining(".handled");
        assertThat(Clients.OPEN).hasValue(0);

        topics.ensure(DeadLetterWriter.topicOf(subscription) + ".handled").block(TIMEOUT);
        assertThat(waiting.waiting(1).block(TIMEOUT)).isEqualTo(3);
        assertThat(Clients.OPEN).hasValue(1);
    }

    @Test
    void a_client_that_still_reads_when_nobody_waits_any_more_is_closed_afterwards() {
        bury(3);
        DeadLetterQueue read = instance(topics, counted());
        read.waiting(1).block(TIMEOUT);
        assertThat(Clients.OPEN).hasValue(1);
        Clients.goOn = new CountDownLatch(1);
        Clients.HOLDS.set(true);
        Disposable page = read.page(DeadLetterFilter.ALL, null, 10, 10).subscribe();
        await().atMost(TIMEOUT).until(() -> !Clients.HOLDS.get());
        assertThat(Clients.OPEN).hasValue(2);

        page.dispose();
        // On the same threads: that of the closing client has been busy since.
        read.waiting(1).block(TIMEOUT);
        Clients.goOn.countDown();

        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(Clients.OPEN).hasValue(1));
    }

    /** For consumers that {@link Clients} counts. */
    private ClientSettings counted() {
        Clients.OPEN.set(0);
        KafkaProperties.KafkaConsumerSettings all = properties.consumer();
        KafkaProperties.KafkaConsumerSettings consumer = new KafkaProperties.KafkaConsumerSettings(
                all.maxInFlight(),
                all.maxUncommitted(),
                all.maxPollRecords(),
                all.watchdog(),
                all.commitInterval(),
                all.rebalanceWait(),
                all.drainTimeout(),
                all.closeTimeout(),
                Map.of("interceptor.classes", Clients.class.getName()));
        return new ClientSettings(
                new KafkaProperties(
                        properties.bootstrapServers(), Map.of(), properties.topics(), properties.publisher(), consumer),
                "counted");
    }

    /** Counts the consumers that are open, and holds one that has records. */
    public static final class Clients implements ConsumerInterceptor<byte[], byte[]> {

        static final AtomicInteger OPEN = new AtomicInteger();
        static final AtomicBoolean HOLDS = new AtomicBoolean();
        static volatile CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            if (HOLDS.compareAndSet(true, false)) {
                awaitDespiteInterrupts();
            }
            return records;
        }

        private static void awaitDespiteInterrupts() {
            CountDownLatch released = goOn;
            while (released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    // The one whom nobody waits for any more.
                }
            }
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void configure(Map<String, ?> settings) {
            OPEN.incrementAndGet();
        }

        @Override
        public void close() {
            OPEN.decrementAndGet();
        }
    }

    @Test
    void what_was_handled_of_a_partition_that_another_instance_knew_sooner_is_known_with_the_partition() {
        String letters = DeadLetterWriter.topicOf(subscription);
        topics.ensure(letters + ".handled").block(TIMEOUT);
        long longAgo = System.currentTimeMillis() - Duration.ofHours(2).toMillis();
        raw.send(new ProducerRecord<>(
                letters + ".handled", 0, longAgo, bytes(raw.topicId(letters) + "/2-0"), bytes("discarded")));
        assertThat(queue.waiting(1).block(TIMEOUT)).isZero();

        raw.addPartitions(letters, 3);
        raw.send(new ProducerRecord<>(letters, 2, bytes("key"), bytes("{}")));

        assertThat(queue.waiting(1).block(TIMEOUT)).isZero();
        assertThat(instance().waiting(1).block(TIMEOUT)).isZero();
    }
}
