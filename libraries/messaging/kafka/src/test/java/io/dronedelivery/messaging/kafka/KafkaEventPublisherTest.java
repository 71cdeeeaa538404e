package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;
import reactor.core.scheduler.Schedulers;

/** A publisher without a broker; with one it is tested by the contract. */
class KafkaEventPublisherTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private ServerSocket silent;
    private KafkaTopics topics;
    private RecordSender sender;
    private KafkaEventPublisher publisher;

    @BeforeEach
    void startWhereNobodyAnswers() throws IOException {
        silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        KafkaProperties properties = properties(1, Map.of());
        ClientSettings clients = new ClientSettings(properties, "test");
        topics = new KafkaTopics(properties.topics(), clients);
        sender = new RecordSender(properties.publisher(), clients, meters);
        publisher = new KafkaEventPublisher(sender, topics);
    }

    private KafkaProperties properties(int maxInFlight, Map<String, String> producer) {
        return new KafkaProperties(
                "localhost:" + silent.getLocalPort(),
                Map.of(),
                new KafkaProperties.Topics(false, 1, (short) 1),
                new KafkaProperties.Publisher(
                        maxInFlight,
                        DataSize.ofMegabytes(1),
                        DataSize.ofMegabytes(1),
                        DataSize.ofKilobytes(16),
                        Duration.ZERO,
                        Duration.ofSeconds(2),
                        "none",
                        producer),
                KafkaProperties.KafkaConsumerSettings.DEFAULT);
    }

    @AfterEach
    void stop() throws IOException {
        silent.close();
        sender.close();
        topics.close();
    }

    @Test
    void a_broker_that_does_not_answer_fails_a_publication_in_time_and_blocks_no_event_loop() {
        // BlockHound watches the threads of this scheduler.
        assertThatThrownBy(() -> publisher
                        .publish(event("requests"))
                        .subscribeOn(Schedulers.parallel())
                        .block(TIMEOUT))
                .isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContainingAll("d-1:requested", "requests");
    }

    @Test
    void more_than_may_be_in_flight_is_refused_at_once_and_the_setting_named() {
        // Again when the test stood still between the two for as long as the first one's timeout.
        await().atMost(TIMEOUT).untilAsserted(() -> {
            CompletableFuture<Void> first = publisher.publish(event("requests")).toFuture();

            assertThatThrownBy(() -> publisher.publish(event("requests")).block(TIMEOUT))
                    .isInstanceOf(BrokerUnavailableException.class)
                    .hasMessageContaining("messaging.kafka.publisher.max-in-flight");
            assertThat(first).isNotDone();
        });
    }

    @Test
    void a_name_that_is_none_for_a_topic_is_refused() {
        assertThatThrownBy(() -> publisher.publish(event("no such name")).block(TIMEOUT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such name");
    }

    @Test
    void a_publisher_that_is_closed_says_so_each_time() {
        sender.close();
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> publisher.publish(event("requests")).block(TIMEOUT))
                    .isInstanceOf(BrokerUnavailableException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void who_has_gone_hears_nothing_and_makes_room_when_the_answer_comes() {
        // Again when the test stood still before it went, for as long as the timeout.
        await().atMost(TIMEOUT).untilAsserted(() -> {
            AtomicReference<Throwable> heard = new AtomicReference<>();
            publisher
                    .publish(event("requests"))
                    .subscribe(nothing -> {}, heard::set)
                    .dispose();

            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(meters.get("messaging.kafka.publisher.in.flight")
                                    .gauge()
                                    .value())
                            .isZero());
            assertThat(heard).hasNullValue();
        });
    }

    @Test
    void an_event_whose_publisher_has_gone_before_its_turn_is_not_sent() {
        KafkaProperties properties = properties(100, Map.of("interceptor.classes", CountedSends.class.getName()));
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        try (RecordSender many =
                new RecordSender(properties.publisher(), new ClientSettings(properties, "many"), own)) {
            KafkaEventPublisher hasty = new KafkaEventPublisher(many, topics);
            CompletableFuture<Void> first = hasty.publish(event("requests")).toFuture();
            await().atMost(TIMEOUT).until(() -> CountedSends.SENT.get() == 1);
            for (int i = 0; i < 20; i++) {
                hasty.publish(event("requests")).subscribe().dispose();
            }

            CountedSends.GO_ON.countDown();

            await().atMost(TIMEOUT)
                    .until(() -> own.get("messaging.kafka.publisher.in.flight")
                                    .gauge()
                                    .value()
                            == 0);
            assertThat(first).isCompletedExceptionally();
            assertThat(CountedSends.SENT).hasValue(1);
        }
    }

    public static final class CountedSends extends HoldingSends {

        static final AtomicInteger SENT = new AtomicInteger();
        static final CountDownLatch GO_ON = new CountDownLatch(1);

        public CountedSends() {
            super(SENT, GO_ON);
        }
    }

    private static OutboundEvent event(String channel) {
        return new OutboundEvent(
                channel,
                CloudEventBuilder.v1()
                        .withId("d-1:requested")
                        .withSource(URI.create("/test"))
                        .withType("Requested")
                        .withExtension(EventAttributes.PARTITION_KEY, "d-1")
                        .build());
    }
}
