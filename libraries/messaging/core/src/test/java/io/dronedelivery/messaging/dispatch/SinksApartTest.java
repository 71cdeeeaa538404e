package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.dispatch.DispatchProperties.Retry;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What happens at one sink is not the others' concern. */
class SinksApartTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int CONCURRENCY = 20;

    private final Recording broker = new Recording("servicebus");
    private final Recording log = new Recording("postgres");
    private BoundedDispatcher dispatcher = dispatcher(new Retry(3, Duration.ofMillis(1), Duration.ofMillis(1)));

    private BoundedDispatcher dispatcher(Retry retry) {
        return new BoundedDispatcher(
                List.of(broker, log),
                new DispatchProperties(
                        List.of(SinkKind.BROKER, SinkKind.POSTGRES),
                        1000,
                        CONCURRENCY,
                        1,
                        Duration.ofMinutes(1),
                        retry),
                new SimpleMeterRegistry());
    }

    @AfterEach
    void close() {
        dispatcher.close();
    }

    private static final class Recording implements DispatchSink {

        private final String name;
        private final Queue<OutboundEvent> written = new ConcurrentLinkedQueue<>();
        private final AtomicInteger calls = new AtomicInteger();
        private volatile boolean unavailable;

        Recording(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Mono<Void> write(List<OutboundEvent> events) {
            return Mono.defer(() -> {
                calls.incrementAndGet();
                return unavailable
                        ? Mono.error(new BrokerUnavailableException(name, new IOException("refused")))
                        : Mono.fromRunnable(() -> written.addAll(events));
            });
        }
    }

    private Confirmation dispatch(List<OutboundEvent> events, Set<String> had) {
        try (Admission admission = dispatcher.admit(events.size())) {
            return admission.dispatch(events, had).block(TIMEOUT);
        }
    }

    @Test
    void who_has_all_events_is_told_though_another_sink_lacks_one() {
        log.unavailable = true;

        Confirmation end = dispatch(Events.ofOneKey("d-1", 3), Set.of());

        assertThat(end.sinks()).containsExactly("servicebus");
        assertThat(end.failure()).isInstanceOf(BrokerUnavailableException.class);
        log.unavailable = false;
        assertThat(dispatch(Events.ofOneKey("d-2", 3), Set.of()))
                .isEqualTo(new Confirmation(Set.of("servicebus", "postgres"), null));
    }

    @Test
    void a_sink_that_has_the_events_does_not_get_them_again() {
        List<OutboundEvent> events = Events.ofOneKey("d-1", 3);

        Confirmation end = dispatch(events, Set.of("servicebus"));

        assertThat(end.failure()).isNull();
        assertThat(end.sinks()).containsExactlyInAnyOrder("servicebus", "postgres");
        assertThat(broker.calls).hasValue(0);
        assertThat(log.written).containsExactlyElementsOf(events);
        assertThat(dispatch(events, Set.of("servicebus", "postgres")).failure()).isNull();
        assertThat(log.calls).hasValue(1);
        assertThat(dispatcher.status().queued() + dispatcher.status().inflight())
                .isZero();
    }

    @Test
    void events_for_different_sinks_go_out_in_one_load() {
        dispatcher.concurrency(1);
        Mono<Confirmation> first = dispatcher.admit(1).dispatch(Events.ofOneKey("d-1", 1), Set.of("servicebus"));
        Mono<Confirmation> second = dispatcher.admit(1).dispatch(Events.ofOneKey("d-2", 1), Set.of());

        assertThat(Mono.zip(first, second).block(TIMEOUT)).isNotNull();

        assertThat(Events.ids(List.copyOf(broker.written))).containsExactly("d-2:0");
        assertThat(Events.ids(List.copyOf(log.written))).containsExactlyInAnyOrder("d-1:0", "d-2:0");
    }

    @Test
    void a_sink_that_is_away_does_not_hold_the_messages_of_the_other() {
        dispatcher.close();
        dispatcher = dispatcher(new Retry(100, Duration.ofMillis(50), Duration.ofHours(1)));
        log.unavailable = true;

        dispatcher.admit(500).enqueue(Events.ofManyKeys(500));

        await().atMost(TIMEOUT).until(() -> broker.written.size() == 500);
        await().atMost(TIMEOUT).until(() -> dispatcher.status().inflight() == 0);
        assertThat(log.written).isEmpty();
        // Nothing is repeated but what was on its way when the sink was found to be away.
        assertThat(log.calls.get()).isLessThan(500 + 2 * CONCURRENCY);
    }

    @Test
    void a_sink_that_is_back_gets_messages_again() {
        log.unavailable = true;
        dispatch(Events.ofManyKeys(50), Set.of());

        log.unavailable = false;

        await().atMost(TIMEOUT)
                .until(() -> dispatch(Events.ofManyKeys(50), Set.of()).failure() == null);
        assertThat(broker.written.size()).isGreaterThanOrEqualTo(100);
    }

    @Test
    void the_only_sink_is_tried_as_often_as_configured_however_often_it_failed() {
        dispatcher.close();
        broker.unavailable = true;
        dispatcher = new BoundedDispatcher(
                List.of(broker),
                new DispatchProperties(
                        List.of(SinkKind.BROKER),
                        1000,
                        CONCURRENCY,
                        1,
                        Duration.ofMinutes(1),
                        new Retry(3, Duration.ofMillis(1), Duration.ofMillis(1))),
                new SimpleMeterRegistry());

        dispatch(Events.ofManyKeys(100), Set.of());

        assertThat(broker.calls).hasValue(300);
    }
}
