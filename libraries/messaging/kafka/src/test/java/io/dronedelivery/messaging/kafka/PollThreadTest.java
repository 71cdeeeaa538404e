package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

class PollThreadTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<KafkaConsumer<byte[], byte[]>> made = new CopyOnWriteArrayList<>();

    private KafkaConsumer<byte[], byte[]> make() {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", "localhost:1"), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        made.add(consumer);
        return consumer;
    }

    @Test
    void after_an_error_polling_goes_on_with_a_new_consumer() {
        pollsAgainAfter(() -> {
            throw new StackOverflowError("on purpose");
        });

        assertThat(made).hasSize(2);
    }

    @Test
    void after_a_failure_of_kafka_polling_goes_on_with_the_same_consumer() {
        pollsAgainAfter(() -> {
            throw new KafkaException("on purpose");
        });

        assertThat(made).hasSize(1);
    }

    /** Makes the first poll fail, and waits for the second. */
    private void pollsAgainAfter(Runnable failure) {
        AtomicInteger polls = new AtomicInteger();
        PollThread thread = new PollThread(
                "test",
                this::make,
                consumer -> {
                    if (polls.getAndIncrement() == 0) {
                        failure.run();
                    }
                },
                consumer -> {});

        await().atMost(TIMEOUT).until(() -> polls.get() > 1);
        thread.stop().block(TIMEOUT);
    }

    @Test
    void a_consumer_that_cannot_be_made_is_tried_again() {
        AtomicInteger tries = new AtomicInteger();
        AtomicInteger polls = new AtomicInteger();
        PollThread thread = new PollThread(
                "test",
                () -> {
                    if (tries.getAndIncrement() == 0) {
                        throw new IllegalStateException("on purpose");
                    }
                    return make();
                },
                consumer -> polls.incrementAndGet(),
                consumer -> {});

        await().atMost(TIMEOUT).until(() -> polls.get() > 0);
        thread.stop().block(TIMEOUT);
    }
}
