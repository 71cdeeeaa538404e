package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.dispatch.DispatchProperties.Retry;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.StepVerifier;

class BoundedDispatcherTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HeldSink broker = new HeldSink("servicebus");
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private BoundedDispatcher dispatcher = dispatcher(10, 2, 1);

    private BoundedDispatcher dispatcher(int capacity, int concurrency, int batch) {
        Retry retry = new Retry(1, Duration.ofMillis(1), Duration.ofMillis(1));
        return new BoundedDispatcher(
                List.of(broker),
                new DispatchProperties(
                        List.of(SinkKind.BROKER), capacity, concurrency, batch, Duration.ofMinutes(1), retry),
                meters);
    }

    @AfterEach
    void close() {
        dispatcher.close();
    }

    private void enqueue(List<OutboundEvent> events) {
        try (Admission admission = dispatcher.admit(events.size())) {
            admission.enqueue(events);
        }
    }

    @Test
    void the_next_message_starts_the_moment_one_ends() {
        enqueue(Events.ofManyKeys(4));
        assertThat(broker.calls()).hasSize(2);
        assertThat(dispatcher.status())
                .extracting(DispatchStatus::queued, DispatchStatus::inflight)
                .containsExactly(2, 2);

        broker.call(1).succeed();

        // No waiting here: the end of the one is the start of the other.
        assertThat(broker.calls()).hasSize(3);
        assertThat(dispatcher.status())
                .extracting(DispatchStatus::queued, DispatchStatus::inflight)
                .containsExactly(1, 2);
    }

    @Test
    void the_concurrency_changes_while_it_runs() {
        enqueue(Events.ofManyKeys(6));

        dispatcher.concurrency(5);
        assertThat(broker.calls()).hasSize(5);
        dispatcher.concurrency(1);
        for (int i = 0; i < 4; i++) {
            broker.call(i).succeed();
        }
        assertThat(broker.calls()).hasSize(5);
        broker.call(4).succeed();

        assertThat(broker.calls()).hasSize(6);
        assertThat(meters.get("messaging.dispatch.concurrency").gauge().value()).isEqualTo(1);
    }

    @Test
    void what_is_left_of_a_key_waits_for_its_first_part_also_when_there_is_room() {
        enqueue(Events.ofOneKey("d-1", 4));
        assertThat(broker.calls()).hasSize(1);

        dispatcher.concurrency(10);
        assertThat(broker.calls()).hasSize(1);
        broker.call(0).succeed();

        assertThat(broker.calls()).hasSize(2);
        assertThat(Events.ids(broker.call(1).events())).containsExactly("d-1:2", "d-1:3");
    }

    @Test
    void a_concurrency_out_of_range_is_refused() {
        assertThatThrownBy(() -> dispatcher.concurrency(0)).hasMessageContaining("from 1 to 10000, not 0");
        assertThatThrownBy(() -> dispatcher.concurrency(10_001)).hasMessageContaining("10001");
    }

    @Test
    void a_full_queue_refuses_and_says_when_to_come_again() {
        enqueue(Events.ofManyKeys(10));
        enqueue(Events.ofManyKeys(2));

        assertThatThrownBy(() -> dispatcher.admit(1)).isInstanceOfSatisfying(DispatchQueueFullException.class, full -> {
            assertThat(full).hasMessage("No room for 1 messages: 10 of 10 (messaging.dispatch.capacity) are waiting");
            assertThat(full.retryAfter()).isEqualTo(Duration.ofMinutes(1));
        });
        assertThat(meters.get("messaging.dispatch.refused").functionCounter().count())
                .isEqualTo(1);
        broker.call(0).succeed();

        dispatcher.admit(1).close();
    }

    @Test
    void those_who_are_refused_may_come_again_the_sooner_the_faster_messages_leave() {
        AtomicInteger answered = new AtomicInteger();
        // Again when the test stood still for so long that the last messages to leave count no more.
        await().atMost(TIMEOUT).untilAsserted(() -> {
            answerAll(answered);
            enqueue(Events.ofManyKeys(10));
            answerAll(answered);
            enqueue(Events.ofManyKeys(10));
            enqueue(Events.ofManyKeys(2));

            assertThatThrownBy(() -> dispatcher.admit(1))
                    .isInstanceOfSatisfying(
                            DispatchQueueFullException.class,
                            full -> assertThat(full.retryAfter())
                                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(59)));
        });
    }

    /** Those calls too that begin because others end. */
    private void answerAll(AtomicInteger answered) {
        while (answered.get() < broker.calls().size()) {
            broker.call(answered.getAndIncrement()).succeed();
        }
    }

    @Test
    void reserved_room_counts_until_it_is_given_back() {
        Admission held = dispatcher.admit(10);
        assertThatThrownBy(() -> dispatcher.admit(1)).isInstanceOf(DispatchQueueFullException.class);
        assertThat(dispatcher.status().queued()).isZero();

        held.enqueue(Events.ofManyKeys(3));
        held.close();
        held.close();

        dispatcher.admit(9).close();
        assertThatThrownBy(() -> held.enqueue(Events.ofManyKeys(1)))
                .hasMessage("There is room for 0 messages in this admission, not for 1");
    }

    @Test
    void more_than_the_queue_ever_holds_is_refused_for_good() {
        assertThatThrownBy(() -> dispatcher.admit(11))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Messages are admitted from 1 to 10 (messaging.dispatch.capacity) at once, not 11");
    }

    @Test
    void messages_of_one_key_go_out_together_and_in_order() {
        dispatcher.concurrency(8);
        List<OutboundEvent> delivery = Events.ofOneKey("d-1", 4);
        List<OutboundEvent> other = Events.ofOneKey("d-2", 2);

        enqueue(List.of(delivery.get(0), delivery.get(1), other.get(0), other.get(1)));

        assertThat(broker.calls())
                .extracting(call -> Events.ids(call.events()))
                .containsExactly(List.of("d-1:0", "d-1:1"), List.of("d-2:0", "d-2:1"));
    }

    @Test
    void more_of_one_key_than_may_be_in_flight_goes_out_in_pieces() {
        enqueue(Events.ofOneKey("d-1", 5));
        assertThat(Events.ids(broker.call(0).events())).containsExactly("d-1:0", "d-1:1");
        broker.call(0).succeed();
        broker.call(1).succeed();
        broker.call(2).succeed();

        assertThat(Events.ids(broker.call(2).events())).containsExactly("d-1:4");
        assertThat(dispatcher.status().latency().get(0).count()).isEqualTo(5);
    }

    @Test
    void a_backlog_goes_out_in_batches_where_that_is_wanted() {
        dispatcher.close();
        dispatcher = dispatcher(100, 10, 4);
        enqueue(Events.ofManyKeys(1));
        enqueue(Events.ofManyKeys(30));

        assertThat(broker.calls()).extracting(call -> call.events().size()).containsExactly(1, 4, 4, 1);
        broker.call(1).succeed();
        assertThat(broker.calls())
                .hasSize(5)
                .last()
                .satisfies(call -> assertThat(call.events()).hasSize(4));
    }

    @Test
    void the_caller_is_told_when_all_of_it_is_done() {
        Admission admission = dispatcher.admit(3);
        dispatcher.concurrency(3);

        StepVerifier.create(admission.dispatch(Events.ofManyKeys(3)))
                .expectSubscription()
                .then(() -> broker.call(1).succeed())
                .then(() -> broker.call(2).succeed())
                .expectNoEvent(Duration.ofMillis(1))
                .then(() -> broker.call(0).succeed())
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(meters.get("messaging.dispatch.duration").functionTimer().count())
                .isEqualTo(3);
        assertThat(meters.get("messaging.dispatch.wait").functionTimer().count())
                .isEqualTo(3);
    }

    @Test
    void the_work_goes_on_when_the_caller_goes_away() {
        Disposable caller = dispatcher.admit(3).dispatch(Events.ofManyKeys(3)).subscribe();
        caller.dispose();

        broker.call(0).succeed();
        broker.call(1).succeed();
        broker.call(2).succeed();

        assertThat(dispatcher.status().sinks().get(0).written()).isEqualTo(3);
    }

    @Test
    void draining_sends_what_was_admitted_and_takes_nothing_more() {
        Admission promised = dispatcher.admit(1);
        enqueue(Events.ofManyKeys(3));

        dispatcher.disable();

        assertThatThrownBy(() -> dispatcher.admit(1)).isInstanceOf(DispatcherDrainingException.class);
        StepVerifier.create(dispatcher.drained())
                .expectSubscription()
                .then(() -> broker.call(0).succeed())
                .then(() -> broker.call(1).succeed())
                .then(() -> broker.call(2).succeed())
                .then(() -> promised.enqueue(Events.ofManyKeys(1)))
                .expectNoEvent(Duration.ofMillis(1))
                .then(() -> broker.call(3).succeed())
                .expectComplete()
                .verify(TIMEOUT);
        StepVerifier.create(dispatcher.drained()).expectComplete().verify(TIMEOUT);
    }

    @Test
    void an_idle_dispatcher_is_drained_at_once() {
        dispatcher.admit(1).close();
        dispatcher.disable();

        StepVerifier.create(dispatcher.drained()).expectComplete().verify(TIMEOUT);
        assertThat(dispatcher.status().draining()).isTrue();
    }

    @Test
    void a_dispatcher_without_a_sink_is_refused() {
        assertThatThrownBy(() -> new BoundedDispatcher(
                        List.of(),
                        new DispatchProperties(
                                List.of(),
                                1,
                                1,
                                1,
                                Duration.ofSeconds(1),
                                new Retry(1, Duration.ofMillis(1), Duration.ofMillis(1))),
                        meters))
                .hasMessage("A dispatcher needs a sink to send to");
    }
}
