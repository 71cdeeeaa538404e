package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import io.dronedelivery.messaging.testkit.PatientPublisher;
import io.dronedelivery.messaging.testkit.RawKafka;
import io.dronedelivery.messaging.testkit.SharedKafka;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Mono;

class KafkaAutoConfigurationTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    @RegisterExtension
    static final SharedKafka KAFKA = new SharedKafka();

    private final List<String> handled = new CopyOnWriteArrayList<>();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withBean(
                    EventSubscription.class,
                    () -> EventSubscription.of("requests", "drones")
                            .on("Requested", 1, event -> Mono.fromRunnable(() -> handled.add(event.getId()))));

    private final ApplicationContextRunner kafka = runner.withPropertyValues(
            "messaging.broker=kafka", "messaging.kafka.topics.partitions=3", "spring.application.name=drone-service");

    @Test
    void there_is_nothing_of_kafka_unless_it_is_the_broker() {
        runner.run(context -> assertThat(context)
                .doesNotHaveBean(EventPublisher.class)
                .doesNotHaveBean(Drainable.class)
                .doesNotHaveBean(KafkaTopics.class));
        runner.withPropertyValues("messaging.broker=servicebus")
                .run(context -> assertThat(context).doesNotHaveBean(EventPublisher.class));
    }

    @Test
    void subscriptions_are_consumed_and_left_when_the_application_ends() {
        kafka.withPropertyValues("messaging.kafka.bootstrap-servers=" + KAFKA.bootstrapServers())
                .run(context -> {
                    new PatientPublisher(context.getBean(EventPublisher.class))
                            .publish(event())
                            .block(TIMEOUT);
                    await().atMost(TIMEOUT)
                            .untilAsserted(() -> assertThat(handled).containsExactly("d-1:requested"));
                    try (RawKafka raw = new RawKafka(KAFKA.bootstrapServers())) {
                        assertThat(raw.partitions("requests")).isEqualTo(3);
                        assertThat(raw.partitions("requests.drones.dead-letters"))
                                .isEqualTo(3);
                        assertThat(raw.members("drones")).isEqualTo(1);
                    }
                    MeterRegistry meters = context.getBean(MeterRegistry.class);
                    assertThat(meters.get("messaging.client.sent.messages")
                                    .counter()
                                    .count())
                            .isEqualTo(1);
                    assertThat(meters.find("kafka.consumer.fetch.manager.records.consumed.total")
                                    .meters())
                            .isNotEmpty();
                    assertThat(meters.find("kafka.producer.record.send.total").meters())
                            .isNotEmpty();
                });

        try (RawKafka raw = new RawKafka(KAFKA.bootstrapServers())) {
            assertThat(raw.members("drones")).isZero();
            assertThat(raw.committed("drones", "requests")).isEqualTo(1);
        }
    }

    @Test
    void a_setting_that_is_missing_is_named() {
        kafka.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .hasMessageContainingAll("messaging.kafka", "bootstrapServers", "such as localhost:8107"));
    }

    @ParameterizedTest
    @CsvSource({
        "consumer.properties.enable.auto.commit, true",
        "consumer.properties.auto.offset.reset, latest",
        "publisher.properties.partitioner.class, org.apache.kafka.clients.producer.RoundRobinPartitioner",
        "publisher.properties.partitioner.ignore.keys, true"
    })
    void a_setting_that_delivery_or_order_rests_on_cannot_be_changed(String setting, String value) {
        kafka.withPropertyValues(
                        "messaging.kafka.bootstrap-servers=" + KAFKA.bootstrapServers(),
                        "messaging.kafka." + setting + "=" + value)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("messaging.kafka." + setting + " cannot be set"));
    }

    @Test
    void a_linger_beyond_the_delivery_timeout_is_named() {
        kafka.withPropertyValues(
                        "messaging.kafka.bootstrap-servers=" + KAFKA.bootstrapServers(),
                        "messaging.kafka.publisher.linger=5s",
                        "messaging.kafka.publisher.delivery-timeout=2s")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContainingAll("messaging.kafka.publisher.linger", "PT5S", "PT2S"));
    }

    private static OutboundEvent event() {
        return new OutboundEvent(
                "requests",
                CloudEventBuilder.v1()
                        .withId("d-1:requested")
                        .withSource(URI.create("/test"))
                        .withType("Requested")
                        .withDataSchema(SchemaVersion.uri("Requested", 1))
                        .withExtension(EventAttributes.PARTITION_KEY, "d-1")
                        .build());
    }
}
