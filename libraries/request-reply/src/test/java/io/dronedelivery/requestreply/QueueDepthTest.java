package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The gauge of waiting jobs, in virtual time. */
class QueueDepthTest {

    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final WatchedQueue queue = new WatchedQueue();
    private final Disposable watching = new QueueDepth(queue, new JobMeters(meters, "test", "watched")).watch(time);

    @AfterEach
    void stop() {
        watching.dispose();
        time.dispose();
    }

    @Test
    void it_is_what_the_broker_said_last_and_no_number_before() {
        queue.depth = Mono.just(3L);
        assertThat(gauge()).isNaN();

        time.advanceTimeBy(PERIOD);
        assertThat(gauge()).isEqualTo(3);
        queue.depth = Mono.just(0L);
        assertThat(gauge()).isEqualTo(3);
        time.advanceTimeBy(PERIOD);

        assertThat(gauge()).isZero();
    }

    @Test
    void it_is_no_number_while_the_broker_is_away() {
        queue.depth = Mono.just(3L);
        time.advanceTimeBy(PERIOD);
        queue.depth = Mono.error(new IllegalStateException("away"));
        time.advanceTimeBy(PERIOD);
        assertThat(gauge()).isNaN();

        queue.depth = Mono.just(4L);
        time.advanceTimeBy(PERIOD);
        assertThat(gauge()).isEqualTo(4);
    }

    @Test
    void it_is_no_number_when_the_broker_does_not_answer() {
        queue.depth = Mono.just(3L);
        time.advanceTimeBy(PERIOD);
        queue.depth = Mono.never();
        time.advanceTimeBy(PERIOD);
        assertThat(gauge()).isEqualTo(3);

        time.advanceTimeBy(LIMIT);
        assertThat(gauge()).isNaN();

        queue.depth = Mono.just(4L);
        time.advanceTimeBy(LIMIT.plus(PERIOD));
        assertThat(gauge()).isEqualTo(4);
    }

    @Test
    void broker_that_takes_long_is_not_asked_by_two_at_a_time() {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger asking = new AtomicInteger();
        queue.depth = Mono.<Long>never()
                .doOnSubscribe(subscription -> {
                    asked.incrementAndGet();
                    asking.incrementAndGet();
                })
                .doOnCancel(asking::decrementAndGet);

        for (int n = 0; n < 10; n++) {
            time.advanceTimeBy(PERIOD);
            assertThat(asking).hasValueLessThanOrEqualTo(1);
        }
        assertThat(asked).hasValueGreaterThan(1);
    }

    private double gauge() {
        return meters.get("jobs.queue.depth").gauge().value();
    }
}
