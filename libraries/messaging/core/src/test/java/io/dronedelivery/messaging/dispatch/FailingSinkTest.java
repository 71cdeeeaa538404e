package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.dispatch.DispatchProperties.Retry;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class FailingSinkTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HeldSink broker = new HeldSink("servicebus");
    private final HeldSink postgres = new HeldSink("postgres");
    private BoundedDispatcher dispatcher = dispatcher(3, 1, Duration.ofMinutes(1));

    private BoundedDispatcher dispatcher(int attempts, int batch, Duration timeout) {
        Retry retry = new Retry(attempts, Duration.ofMillis(5), Duration.ofMillis(20));
        return new BoundedDispatcher(
                List.of(broker, postgres),
                new DispatchProperties(List.of(SinkKind.BROKER, SinkKind.POSTGRES), 100, 10, batch, timeout, retry),
                new SimpleMeterRegistry());
    }

    @AfterEach
    void close() {
        dispatcher.close();
    }

    private static BrokerUnavailableException unavailable() {
        return new BrokerUnavailableException("The broker is away", new IOException("connection refused"));
    }

    private HeldSink.Call awaitCall(HeldSink sink, int index) {
        Awaitility.await().atMost(TIMEOUT).until(() -> sink.calls().size() > index);
        return sink.call(index);
    }

    private DispatchStatus.SinkStatus sink(int index) {
        return dispatcher.status().sinks().get(index);
    }

    @Test
    void only_the_sink_that_failed_is_tried_again() {
        Mono<Void> done = dispatcher.admit(1).dispatch(Events.ofManyKeys(1));

        StepVerifier.create(done)
                .then(() -> postgres.call(0).succeed())
                .then(() -> broker.call(0).fail(unavailable()))
                .then(() -> awaitCall(broker, 1).fail(unavailable()))
                .then(() -> awaitCall(broker, 2).succeed())
                .expectComplete()
                .verify(TIMEOUT);

        assertThat(postgres.calls()).hasSize(1);
        assertThat(sink(0)).isEqualTo(new DispatchStatus.SinkStatus("servicebus", 0, 1, 0, 2, null));
        assertThat(sink(1)).isEqualTo(new DispatchStatus.SinkStatus("postgres", 0, 1, 0, 0, null));
        assertThat(dispatcher.status().errors()).isZero();
    }

    @Test
    void a_message_holds_its_place_until_the_last_sink_has_it() {
        dispatcher.concurrency(1);
        dispatcher.admit(2).enqueue(Events.ofManyKeys(2));

        broker.call(0).succeed();

        assertThat(dispatcher.status().inflight()).isEqualTo(1);
        assertThat(sink(0).inflight()).isZero();
        assertThat(sink(1).inflight()).isEqualTo(1);
        postgres.call(0).succeed();
        assertThat(broker.calls()).hasSize(2);
    }

    @Test
    void who_is_given_up_is_told_why_and_it_shows_in_the_status() {
        Mono<Void> done = dispatcher.admit(1).dispatch(Events.ofManyKeys(1));

        StepVerifier.create(done)
                .then(() -> postgres.call(0).succeed())
                .then(() -> broker.call(0).fail(unavailable()))
                .then(() -> awaitCall(broker, 1).fail(unavailable()))
                .then(() -> awaitCall(broker, 2).fail(unavailable()))
                .expectErrorMessage("The broker is away")
                .verify(TIMEOUT);

        assertThat(dispatcher.status()).satisfies(status -> {
            assertThat(status.errors()).isEqualTo(1);
            assertThat(status.inflight()).isZero();
            assertThat(status.latency().get(0).count()).isZero();
            assertThat(status.lastErrors())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.message())
                            .startsWith("servicebus: ")
                            .endsWith("BrokerUnavailableException: The broker is away"));
        });
    }

    @Test
    void the_status_keeps_the_last_ten_errors() {
        dispatcher.close();
        dispatcher = dispatcher(1, 1, Duration.ofMinutes(1));
        for (int i = 0; i < 12; i++) {
            dispatcher.admit(1).enqueue(Events.ofManyKeys(1));
            postgres.call(i).succeed();
            broker.call(i).fail(new IllegalStateException("failure " + i));
        }

        assertThat(dispatcher.status().errors()).isEqualTo(12);
        assertThat(dispatcher.status().lastErrors())
                .hasSize(10)
                .extracting(DispatchStatus.DispatchFailure::message)
                .first()
                .asString()
                .endsWith("failure 2");
    }

    @Test
    void a_message_that_is_too_large_is_not_tried_again() {
        Mono<Void> done = dispatcher.admit(1).dispatch(Events.ofManyKeys(1));

        StepVerifier.create(done)
                .then(() -> postgres.call(0).succeed())
                .then(() -> broker.call(0).fail(new EventTooLargeException("Too large", new IOException())))
                .expectError(EventTooLargeException.class)
                .verify(TIMEOUT);
        assertThat(broker.calls()).hasSize(1);
    }

    @Test
    void what_failed_together_is_tried_again_one_by_one() {
        dispatcher.close();
        dispatcher = dispatcher(2, 5, Duration.ofMinutes(1));
        Mono<Void> done = dispatcher.admit(3).dispatch(Events.ofManyKeys(3));

        StepVerifier.create(done)
                .then(() -> postgres.call(0).succeed())
                .then(() -> broker.call(0).fail(new EventTooLargeException("Too large", new IOException())))
                .then(() -> awaitCall(broker, 1).succeed())
                .then(() -> awaitCall(broker, 2).fail(new EventTooLargeException("Too large", new IOException())))
                .then(() -> awaitCall(broker, 3).succeed())
                .expectError(EventTooLargeException.class)
                .verify(TIMEOUT);

        assertThat(broker.call(0).events()).hasSize(3);
        assertThat(sink(0)).isEqualTo(new DispatchStatus.SinkStatus("servicebus", 0, 2, 1, 3, null));
    }

    /** Whoever dispatches all of them again would have them before it. */
    @Test
    void a_sink_gets_nothing_behind_messages_of_its_key_that_it_has_not_and_the_others_get_all() {
        dispatcher.close();
        dispatcher = dispatcher(1, 1, Duration.ofMinutes(1));
        dispatcher.concurrency(2);

        StepVerifier.create(dispatcher.admit(5).dispatch(Events.ofOneKey("d-1", 5), Set.of()))
                .then(() -> postgres.call(0).succeed())
                .then(() -> broker.call(0).fail(unavailable()))
                .then(() -> assertThat(broker.calls()).hasSize(1))
                .then(() -> postgres.call(1).succeed())
                .then(() -> postgres.call(2).succeed())
                .assertNext(confirmation -> {
                    assertThat(confirmation.sinks()).containsExactly("postgres");
                    assertThat(confirmation.failure()).hasMessage("The broker is away");
                })
                .expectComplete()
                .verify(TIMEOUT);

        assertThat(broker.calls()).hasSize(1);
        assertThat(postgres.calls().stream().flatMap(call -> Events.ids(call.events()).stream()))
                .containsExactly("d-1:0", "d-1:1", "d-1:2", "d-1:3", "d-1:4");
        assertThat(dispatcher.status())
                .extracting(DispatchStatus::queued, DispatchStatus::inflight, DispatchStatus::errors)
                .containsExactly(0, 0, 5L);
    }

    @Test
    void a_message_that_is_too_large_does_not_keep_a_sink_away_that_is_back() {
        dispatcher.close();
        dispatcher = dispatcher(1, 1, Duration.ofMinutes(1));
        failUntilUnavailable();
        dispatcher.admit(1).enqueue(Events.ofManyKeys(1));
        broker.call(SinkWriter.UNAVAILABLE_AFTER).fail(new EventTooLargeException("Too large", new IOException()));
        postgres.call(SinkWriter.UNAVAILABLE_AFTER).succeed();

        StepVerifier.create(dispatcher.admit(1).dispatch(Events.ofManyKeys(1)))
                .then(() -> postgres.call(SinkWriter.UNAVAILABLE_AFTER + 1).succeed())
                .then(() -> broker.call(SinkWriter.UNAVAILABLE_AFTER + 1).succeed())
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    void what_a_sink_that_is_away_refuses_together_is_tried_one_by_one_and_shows_that_it_is_back() {
        dispatcher.close();
        dispatcher = dispatcher(1, 5, Duration.ofMinutes(1));
        failUntilUnavailable();

        StepVerifier.create(dispatcher.admit(2).dispatch(Events.ofManyKeys(2)))
                .then(() -> postgres.call(SinkWriter.UNAVAILABLE_AFTER).succeed())
                .then(() -> broker.call(SinkWriter.UNAVAILABLE_AFTER)
                        .fail(new EventTooLargeException("Too large", new IOException())))
                .then(() -> awaitCall(broker, SinkWriter.UNAVAILABLE_AFTER + 1)
                        .fail(new EventTooLargeException("Too large", new IOException())))
                .then(() -> awaitCall(broker, SinkWriter.UNAVAILABLE_AFTER + 2).succeed())
                .expectError(EventTooLargeException.class)
                .verify(TIMEOUT);

        StepVerifier.create(dispatcher.admit(1).dispatch(Events.ofManyKeys(1)))
                .then(() -> postgres.call(SinkWriter.UNAVAILABLE_AFTER + 1).succeed())
                .then(() -> broker.call(SinkWriter.UNAVAILABLE_AFTER + 3).succeed())
                .expectComplete()
                .verify(TIMEOUT);
    }

    private void failUntilUnavailable() {
        for (int i = 0; i < SinkWriter.UNAVAILABLE_AFTER; i++) {
            dispatcher.admit(1).enqueue(Events.ofManyKeys(1));
            postgres.call(i).succeed();
            broker.call(i).fail(unavailable());
        }
    }

    @Test
    void a_sink_that_does_not_answer_has_failed() {
        dispatcher.close();
        dispatcher = dispatcher(1, 1, Duration.ofMillis(50));

        StepVerifier.create(dispatcher.admit(1).dispatch(Events.ofManyKeys(1)))
                .expectErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(BrokerUnavailableException.class)
                        .hasMessageContaining("has not answered within PT0.05S (messaging.dispatch.timeout)"))
                .verify(TIMEOUT);
        assertThat(dispatcher.status().inflight()).isZero();
    }

    @Test
    void a_sink_that_throws_has_failed() {
        DispatchSink thrower = DispatchSink.broker(
                "servicebus",
                event -> {
                    throw new IllegalStateException("no such channel");
                },
                null);
        try (BoundedDispatcher throwing = new BoundedDispatcher(
                List.of(thrower),
                new DispatchProperties(
                        List.of(SinkKind.BROKER),
                        10,
                        10,
                        1,
                        Duration.ofSeconds(10),
                        new Retry(2, Duration.ofMillis(1), Duration.ofMillis(1))),
                new SimpleMeterRegistry())) {
            StepVerifier.create(throwing.admit(1).dispatch(Events.ofManyKeys(1)))
                    .expectErrorMessage("no such channel")
                    .verify(TIMEOUT);
        }
    }
}
