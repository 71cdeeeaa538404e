package io.dronedelivery.messaging.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.testkit.RawKafka;
import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What is Kafka's own beside the contract of all brokers. */
class GroupMemberTest {

    private static final Duration TIMEOUT = TestGroup.TIMEOUT;

    @RegisterExtension
    static final TestGroup GROUP = new TestGroup();

    @Test
    void nothing_is_published_behind_an_event_of_its_key_that_the_broker_refuses() {
        GROUP.publish("d-1", 1);
        GROUP.kafka().raw().limitRecords(GROUP.topic(), 1_000);
        OutboundEvent large = new OutboundEvent(
                GROUP.topic(),
                CloudEventBuilder.from(GROUP.event("d-1", 2).event())
                        .withData(new byte[2_000])
                        .build());

        assertThatThrownBy(() -> GROUP.kafka()
                        .publisher()
                        .publishAll(List.of(large, GROUP.event("d-1", 3)))
                        .block(TIMEOUT))
                .isInstanceOf(EventTooLargeException.class);

        assertThat(GROUP.kafka().raw().records(GROUP.topic()))
                .extracting(record -> RawKafka.text(record, "ce_id"))
                .containsExactly("d-1:1");
    }

    @Test
    void partitions_are_given_up_when_the_events_in_work_are_done_and_these_are_not_handled_again() {
        Sinks.Empty<Void> gate = Sinks.empty();
        List<String> keys = IntStream.rangeClosed(1, 12).mapToObj(n -> "d-" + n).toList();
        GROUP.join(event -> gate.asMono());
        keys.forEach(key -> GROUP.publish(key, 1));
        await().atMost(TIMEOUT).until(() -> GROUP.begun().size() == keys.size());

        List<String> second = new CopyOnWriteArrayList<>();
        GROUP.join(event -> Mono.fromRunnable(() -> second.add(event.getId())));
        await().atMost(TIMEOUT).until(() -> GROUP.kafka().raw().members(GROUP.name()) == 2);
        gate.tryEmitEmpty();
        await().atMost(TIMEOUT).until(() -> GROUP.committed() == keys.size());
        await().atMost(TIMEOUT).untilAsserted(() -> {
            keys.forEach(key -> GROUP.publish(key, 2));
            assertThat(second).isNotEmpty();
        });

        assertThat(second)
                .doesNotContainAnyElementsOf(
                        keys.stream().map(key -> key + ":1").toList());
    }

    @Test
    void no_more_events_are_taken_than_may_be_in_flight() {
        Sinks.Empty<Void> gate = Sinks.empty();
        GROUP.join(event -> gate.asMono());
        IntStream.rangeClosed(1, 300).forEach(n -> GROUP.publish("d-" + n, 1));

        await().atMost(TIMEOUT).until(() -> GROUP.begun().size() == KafkaHarness.MAX_IN_FLIGHT);
        await().during(Duration.ofMillis(500))
                .atMost(TIMEOUT)
                .until(() -> GROUP.begun().size() == KafkaHarness.MAX_IN_FLIGHT);
        gate.tryEmitEmpty();
        await().atMost(TIMEOUT).until(() -> GROUP.begun().size() == 300);
        await().atMost(TIMEOUT).until(() -> GROUP.committed() == 300);
    }

    @Test
    void what_runs_is_cancelled_when_the_group_is_left_before_it_is_done() {
        List<String> cancelled = new CopyOnWriteArrayList<>();
        GroupMember member = GROUP.kafka()
                .member(
                        GROUP.subscription(event -> Mono.<Void>never().doOnCancel(() -> cancelled.add(event.getId()))),
                        TestGroup.RETRY);
        member.start();
        GROUP.publish("d-1", 1);
        GROUP.publish("d-1", 2);
        await().atMost(TIMEOUT).until(() -> GROUP.begun().contains("d-1:1"));

        member.leave().block(TIMEOUT);

        assertThat(cancelled).containsExactly("d-1:1");
        assertThat(GROUP.begun()).containsExactly("d-1:1");
        assertThat(GROUP.committed()).isZero();
        assertThat(GROUP.kafka().raw().members(GROUP.name())).isZero();
    }

    @Test
    void an_event_that_waits_for_something_does_not_keep_a_member_from_leaving_nor_its_successor_overtake_it() {
        EventSubscription subscription =
                GROUP.subscription(event -> Mono.error(new DependencyUnavailableException("away", new Exception())));
        GroupMember member = GROUP.kafka()
                .member(
                        subscription,
                        new RetryProperties(1, Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(100)));
        member.start();
        GROUP.publish("d-1", 1);
        GROUP.publish("d-1", 2);
        await().atMost(TIMEOUT).until(() -> GROUP.begun().size() > 1);

        member.disable();
        member.drained().block(TIMEOUT);
        member.leave().block(TIMEOUT);
        member.drained().block(TIMEOUT);

        assertThat(GROUP.begun()).containsOnly("d-1:1");
        assertThat(GROUP.committed()).isZero();
    }

    @Test
    void an_event_that_never_ends_stops_its_partition_when_that_is_full_and_no_other_partition() {
        GROUP.join(event -> event.getId().equals("d-0:1") ? Mono.never() : Mono.empty());
        List<OutboundEvent> events = IntStream.rangeClosed(0, 4 * KafkaHarness.MAX_UNCOMMITTED + 2_000)
                .mapToObj(n -> GROUP.event("d-" + n, 1))
                .toList();
        GROUP.kafka().publisher().publishAll(events.subList(0, 1)).block(TIMEOUT);
        await().atMost(TIMEOUT).until(() -> GROUP.begun().contains("d-0:1"));
        // Not more at once than the publisher lets wait.
        for (int from = 1; from < events.size(); from += 500) {
            GROUP.kafka()
                    .publisher()
                    .publishAll(events.subList(from, Math.min(events.size(), from + 500)))
                    .block(TIMEOUT);
        }

        List<ConsumerRecord<byte[], byte[]>> records = GROUP.kafka().raw().records(GROUP.topic());
        int stuck = records.stream()
                .filter(record -> RawKafka.text(record, "ce_id").equals("d-0:1"))
                .findFirst()
                .orElseThrow()
                .partition();
        Set<String> elsewhere = records.stream()
                .filter(record -> record.partition() != stuck)
                .map(record -> RawKafka.text(record, "ce_id"))
                .collect(Collectors.toSet());
        assertThat(records).hasSize(events.size());
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(new HashSet<>(GROUP.begun())).containsAll(elsewhere));
        await().atMost(TIMEOUT).until(() -> GROUP.begun().size() - elsewhere.size() >= KafkaHarness.MAX_UNCOMMITTED);
    }

    @Test
    void lag_and_the_age_of_the_oldest_event_are_meters() {
        GROUP.join(event -> Mono.never());
        IntStream.rangeClosed(1, 5).forEach(stop -> GROUP.publish("d-1", stop));

        await().atMost(TIMEOUT).until(() -> gauge("messaging.kafka.lag") == 5);
        await().atMost(TIMEOUT).until(() -> gauge("messaging.consumer.oldest.age") > 0);
    }

    /** 0 before the member has its meters. */
    private double gauge(String name) {
        return GROUP.kafka().meters().find(name).tag("messaging.destination.name", GROUP.topic()).gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }
}
