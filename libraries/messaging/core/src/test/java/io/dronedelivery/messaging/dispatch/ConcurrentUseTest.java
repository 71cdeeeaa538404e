package io.dronedelivery.messaging.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.dispatch.DispatchProperties.Retry;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class ConcurrentUseTest {

    private static final int CONCURRENCY = 7;

    /** Ends its calls on other threads, some of them badly, and watches how many there are. */
    private static final class BusySink implements DispatchSink {

        private final Map<String, LongAdder> written = new ConcurrentHashMap<>();
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public String name() {
            return "busy";
        }

        @Override
        public Mono<Void> write(List<OutboundEvent> events) {
            return Mono.defer(() -> {
                int now = running.addAndGet(events.size());
                most.accumulateAndGet(now, Math::max);
                if (calls.incrementAndGet() % 10 == 0) {
                    running.addAndGet(-events.size());
                    return Mono.error(new IllegalStateException("every tenth call fails"));
                }
                return Mono.<Void>empty().publishOn(Schedulers.parallel()).doOnTerminate(() -> {
                    events.forEach(
                            event -> written.computeIfAbsent(event.event().getId(), id -> new LongAdder())
                                    .increment());
                    running.addAndGet(-events.size());
                });
            });
        }
    }

    @Test
    void many_callers_at_once_exceed_no_bound_and_lose_nothing() {
        BusySink sink = new BusySink();
        int callers = 2000;
        try (BoundedDispatcher dispatcher = new BoundedDispatcher(
                List.of(sink), properties(callers * 5, CONCURRENCY, 3), new SimpleMeterRegistry())) {
            Flux.range(0, callers)
                    .flatMap(
                            caller -> Mono.defer(() -> dispatcher.admit(5).dispatch(Events.ofOneKey("d-" + caller, 5)))
                                    .subscribeOn(Schedulers.boundedElastic()),
                            callers)
                    .blockLast(Duration.ofSeconds(60));

            assertThat(sink.written)
                    .hasSize(callers * 5)
                    .allSatisfy((id, times) -> assertThat(times.sum()).isEqualTo(1));
            assertThat(sink.most.get()).isLessThanOrEqualTo(CONCURRENCY);
            assertThat(dispatcher.status()).satisfies(status -> {
                assertThat(status.queued()).isZero();
                assertThat(status.inflight()).isZero();
                assertThat(status.errors()).isZero();
                assertThat(status.latency().get(0).count()).isEqualTo(callers * 5L);
                assertThat(status.sinks().get(0).retries()).isPositive();
            });
        }
    }

    @Test
    void a_sink_that_answers_at_once_does_not_deepen_the_stack() {
        int messages = 100_000;
        DispatchSink instant = DispatchSink.broker("instant", event -> Mono.empty(), null);
        try (BoundedDispatcher dispatcher =
                new BoundedDispatcher(List.of(instant), properties(messages, 1, 1), new SimpleMeterRegistry())) {
            dispatcher.admit(messages).dispatch(Events.ofManyKeys(messages)).block(Duration.ofSeconds(60));

            assertThat(dispatcher.status().latency().get(0).count()).isEqualTo(messages);
        }
    }

    private static DispatchProperties properties(int capacity, int concurrency, int batch) {
        return new DispatchProperties(
                List.of(SinkKind.BROKER),
                capacity,
                concurrency,
                batch,
                Duration.ofMinutes(1),
                new Retry(50, Duration.ofMillis(1), Duration.ofMillis(2)));
    }
}
