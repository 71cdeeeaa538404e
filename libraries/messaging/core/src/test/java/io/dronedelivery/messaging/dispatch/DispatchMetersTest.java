package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.messaging.dispatch.DispatchProperties.Retry;
import io.dronedelivery.messaging.event.BrokerConnections.ConnectionCounts;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What the dispatcher's meters say of two messages that were written, one that was given up, two in flight and one that waits. */
class DispatchMetersTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HeldSink calls = new HeldSink("servicebus");
    private final AtomicInteger closed = new AtomicInteger();

    private final DispatchSink sink = new DispatchSink() {
        @Override
        public String name() {
            return "servicebus";
        }

        @Override
        public Mono<Void> write(List<OutboundEvent> events) {
            return calls.write(events);
        }

        @Override
        public ConnectionCounts connections() {
            return new ConnectionCounts(3, 7, 1, 4);
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    };

    private final long begin = System.nanoTime();
    private final BoundedDispatcher dispatcher = new BoundedDispatcher(
            List.of(sink),
            new DispatchProperties(
                    List.of(SinkKind.BROKER),
                    5,
                    2,
                    1,
                    Duration.ofMinutes(1),
                    new Retry(1, Duration.ofMillis(1), Duration.ofMillis(1))),
            meters);

    private double gauge(String name) {
        return meters.get("messaging.dispatch." + name).gauge().value();
    }

    private double counter(String name) {
        return meters.get("messaging.dispatch." + name).functionCounter().count();
    }

    @Test
    void meters_show_what_waits_what_is_in_flight_and_what_has_ended() {
        Admission admission = dispatcher.admit(5);
        admission.enqueue(Events.ofManyKeys(5));
        assertThatThrownBy(() -> dispatcher.admit(4)).isInstanceOf(DispatchQueueFullException.class);
        calls.call(0).succeed();
        calls.call(1).fail(new EventTooLargeException("too large", new IllegalStateException()));
        calls.call(2).succeed();
        dispatcher.admit(1).enqueue(Events.ofOneKey("last", 1));
        double elapsed = System.nanoTime() - begin;

        assertThat(gauge("queued")).isEqualTo(1);
        assertThat(gauge("inflight")).isEqualTo(2);
        assertThat(gauge("concurrency")).isEqualTo(2);
        assertThat(gauge("capacity")).isEqualTo(5);
        assertThat(counter("refused")).isEqualTo(4);
        assertThat(counter("errors")).isEqualTo(1);
        assertThat(gauge("sink.inflight")).isEqualTo(2);
        assertThat(counter("sink.written")).isEqualTo(2);
        assertThat(counter("sink.errors")).isEqualTo(1);
        assertThat(counter("sink.retries")).isZero();
        assertThat(gauge("sink.connections.open")).isEqualTo(3);
        assertThat(counter("sink.connections.opened")).isEqualTo(7);
        assertThat(meters.get("messaging.dispatch.duration").functionTimer()).satisfies(timer -> {
            assertThat(timer.count()).isEqualTo(2);
            assertThat(timer.totalTime(TimeUnit.NANOSECONDS)).isBetween(0.0, 2 * elapsed);
        });
        assertThat(meters.get("messaging.dispatch.wait").functionTimer()).satisfies(timer -> {
            assertThat(timer.count()).isEqualTo(5);
            assertThat(timer.totalTime(TimeUnit.NANOSECONDS)).isGreaterThan(0).isLessThan(5 * elapsed);
        });
        dispatcher.close();
    }

    @Test
    void a_dispatcher_that_is_closed_takes_nothing_more_and_closes_its_sinks() {
        assertThat(dispatcher.name()).isEqualTo("dispatcher");
        assertThat(dispatcher.status().draining()).isFalse();

        dispatcher.shutDown().block(Duration.ofSeconds(30));

        assertThat(dispatcher.status().draining()).isTrue();
        assertThatThrownBy(() -> dispatcher.admit(1)).isInstanceOf(DispatcherDrainingException.class);
        assertThat(closed).hasValue(1);
    }
}
