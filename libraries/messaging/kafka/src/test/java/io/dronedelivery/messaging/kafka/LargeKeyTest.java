package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.contract.BrokerHarness;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.testkit.RawKafka;
import io.dronedelivery.messaging.testkit.SharedKafka;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

/** Of records that another publisher has given a key which leaves no room for the reason. */
class LargeKeyTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);
    private static final String TOPIC = "large-keys";
    private static final String GROUP = "readers";

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private static KafkaHarness kafka;

    @BeforeAll
    static void startKafka() {
        kafka = KafkaHarness.of(KAFKA);
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @Test
    void a_record_whose_key_is_too_large_for_a_dead_letter_keeps_its_beginning_and_stops_no_partition()
            throws Exception {
        BrokerHarness.Member member = kafka.join(
                EventSubscription.of(TOPIC, GROUP).on("Moved", 1, event -> Mono.empty()), KafkaHarness.TWICE);
        byte[] key = new byte[kafka.refusedDataBytes() - 150];
        Arrays.fill(key, (byte) 'k');
        // Until the member has made the topic and joined there is no such group.
        await().atMost(TIMEOUT).ignoreExceptions().until(() -> kafka.raw().members(GROUP) == 1);
        ProducerRecord<byte[], byte[]> large = new ProducerRecord<>(TOPIC, 0, key, new byte[10]);
        large.headers().add("x", new byte[5]);

        kafka.raw().send(large);
        kafka.raw().send(new ProducerRecord<>(TOPIC, 0, "next".getBytes(StandardCharsets.UTF_8), new byte[10]));

        await().atMost(TIMEOUT).until(() -> kafka.raw().committed(GROUP, TOPIC) == 2);
        List<ConsumerRecord<byte[], byte[]>> letters = kafka.raw().records(TOPIC + "." + GROUP + ".dead-letters");
        assertThat(letters).hasSize(2);
        ConsumerRecord<byte[], byte[]> letter = letters.stream()
                .filter(one -> RawKafka.text(one, DeadLetterWriter.OFFSET).equals("0"))
                .findFirst()
                .orElseThrow();
        assertThat(letter.key()).isEqualTo(Arrays.copyOf(key, 1_000));
        assertThat(RawKafka.text(letter, DeadLetterWriter.KEY_HASH))
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(key)));
        assertThat(RawKafka.text(letter, DeadLetterWriter.OMITTED)).isEqualTo("" + (10 + 1 + 5 + key.length - 1_000));
        assertThat(RawKafka.text(letter, DeadLetterWriter.REASON)).isEqualTo("missing-attribute");
        member.crash();
    }
}
