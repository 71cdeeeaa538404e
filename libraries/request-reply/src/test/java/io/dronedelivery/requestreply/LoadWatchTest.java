package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import io.dronedelivery.requestreply.autoscale.Look;
import io.dronedelivery.requestreply.queue.Job;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The load as the autoscaler sees it, by a clock that the test sets. */
class LoadWatchTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final AtomicLong nanos = new AtomicLong(-5);
    private final WatchedQueue queue = new WatchedQueue();
    private final RequestReplySettings settings = new RequestReplySettings(
            TIMEOUT,
            Duration.ofSeconds(1),
            new RequestReplySettings.ChannelPoolSettings(4, 4, 100),
            new RequestReplySettings.WorkerSettings(2, 1, 3, Duration.ofMillis(10)),
            AutoscalerSettings.OFF);
    private final JobMeters meters = new JobMeters(new SimpleMeterRegistry(), "test", "watched");
    private final MessageSpans untraced = MessageSpans.none("watched");
    private final RequestSender requests = new RequestSender("test", queue, settings, untraced, meters);
    private final WorkerPool workers =
            new WorkerPool("test", queue, job -> Mono.just(job.body()), settings.workers(), untraced, meters);
    private final LoadWatch watch = new LoadWatch(requests, workers, queue, nanos::get);

    @AfterEach
    void stop() {
        workers.stop().block(TIMEOUT);
    }

    @Test
    void jobs_that_came_and_jobs_that_were_done_are_told_a_second_since_the_last_look() {
        workers.start();
        ask(6);
        assertThat(lookAfterSeconds(3))
                .returns(2.0, Look::consumption)
                .returns(2.0, Look::dispatch)
                .returns(0L, Look::length);

        ask(5);
        assertThat(lookAfterSeconds(2)).returns(2.5, Look::consumption).returns(2.5, Look::dispatch);
        assertThat(lookAfterSeconds(2)).returns(0.0, Look::consumption).returns(0.0, Look::dispatch);
    }

    @Test
    void requests_that_wait_have_come_although_nobody_has_done_them() {
        requests.prewarm().block(TIMEOUT);
        Disposable waiting = Flux.range(0, 3)
                .flatMap(n -> requests.request(new byte[0], TIMEOUT))
                .subscribe();

        assertThat(lookAfterSeconds(1))
                .returns(3.0, Look::consumption)
                .returns(0.0, Look::dispatch)
                .returns(3L, Look::length)
                .returns(0.0, Look::utilisation)
                .returns(0, Look::idle);
        assertThat(lookAfterSeconds(1)).returns(0.0, Look::consumption).returns(3L, Look::length);
        waiting.dispose();
    }

    @Test
    void jobs_that_others_have_sent_count_as_come_when_they_are_done() {
        workers.start();
        Instant now = Instant.now();
        Flux.range(0, 4)
                .flatMap(n -> queue.submit(
                        new Job("of others " + n, "nobody", new byte[0], 1, now, now.plus(TIMEOUT), Map.of())))
                .blockLast(TIMEOUT);
        awaitHandled(4);

        assertThat(lookAfterSeconds(2)).returns(2.0, Look::consumption).returns(2.0, Look::dispatch);
    }

    @Test
    void room_of_the_workers_is_told_since_the_last_look() {
        workers.start();
        lookAfterSeconds(1);

        assertThat(lookAfterSeconds(1)).returns(2, Look::idle).returns(1.0, Look::utilisation);
    }

    @Test
    void length_that_the_broker_does_not_tell_is_not_known() {
        queue.depth = Mono.error(new IllegalStateException("away"));
        assertThat(lookAfterSeconds(1).length()).isNull();

        queue.depth = Mono.empty();
        assertThat(lookAfterSeconds(1).length()).isNull();

        queue.depth = Mono.never();
        assertThat(lookAfterSeconds(1).length()).isNull();

        queue.depth = Mono.just(7L);
        assertThat(lookAfterSeconds(1).length()).isEqualTo(7);
    }

    /** Makes requests, one after another, and waits until their work has its end. */
    private void ask(int count) {
        long before = workers.handled();
        Flux.range(0, count)
                .concatMap(n -> requests.request(new byte[0], TIMEOUT))
                .blockLast(TIMEOUT);
        awaitHandled(before + count);
    }

    private void awaitHandled(long count) {
        Flux.interval(Duration.ofMillis(5))
                .takeUntil(
                        tick -> workers.handled() == count && requests.status().inflight() == 0)
                .blockLast(TIMEOUT);
    }

    private Look lookAfterSeconds(int seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        return watch.look().block(TIMEOUT);
    }
}
