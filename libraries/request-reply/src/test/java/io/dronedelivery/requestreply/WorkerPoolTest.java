package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.queue.Job;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The workers of a process, and what operators see of them. */
class WorkerPoolTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final WatchedQueue queue = new WatchedQueue();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Sinks.Empty<Void> go = Sinks.empty();
    /** Name and attempt of each job that a worker began. */
    private final List<String> begun = new CopyOnWriteArrayList<>();

    private final WorkerPool workers = new WorkerPool(
            "test",
            queue,
            job -> Mono.defer(() -> {
                begun.add(job.id() + job.attempt());
                return go.asMono().thenReturn(job.body());
            }),
            new RequestReplySettings.WorkerSettings(2, 3, 3, Duration.ofMillis(10)),
            MessageSpans.none("watched"),
            new JobMeters(meters, "test", "watched"));

    @AfterEach
    void stop() {
        go.tryEmitEmpty();
        workers.stop().block(TIMEOUT);
    }

    @Test
    void there_are_as_many_as_are_configured_and_operators_see_what_they_do() {
        assertThat(workers.count()).isZero();
        assertThat(workers.status().utilisation()).isZero();

        workers.start();
        assertThat(gauge("workers")).isEqualTo(2);
        assertThat(gauge("workers.busy")).isZero();
        submit("a", "b", "c");
        await().atMost(TIMEOUT).until(() -> begun.size() == 2);

        assertThat(workers.status())
                .returns(2, RequestReplyStatus.WorkerStatus::count)
                .returns(2, RequestReplyStatus.WorkerStatus::busy)
                .returns(3, RequestReplyStatus.WorkerStatus::prefetch)
                .returns(0L, RequestReplyStatus.WorkerStatus::restarts)
                .returns(null, RequestReplyStatus.WorkerStatus::lastRestart)
                .returns(List.of(0L, 0L), RequestReplyStatus.WorkerStatus::done);
        assertThat(gauge("workers.busy")).isEqualTo(2);
        assertThat(gauge("consumer.utilisation")).isBetween(0.0, 1.0).isPositive();
        go.tryEmitEmpty();

        await().atMost(TIMEOUT)
                .until(() -> workers.status().done().stream().mapToLong(n -> n).sum() == 3);
        assertThat(workers.handled()).isEqualTo(3);
        assertThat(workers.status().busy()).isZero();
    }

    @Test
    void number_out_of_range_is_named_with_what_is_possible() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> workers.resize(-1))
                .withMessage("count must be from 0 to 256, was -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> workers.resize(257))
                .withMessage("count must be from 0 to 256, was 257");

        workers.resize(256);
        assertThat(workers.count()).isEqualTo(256);
        workers.resize(0);
        assertThat(workers.count()).isZero();
    }

    @Test
    void number_is_changed_from_what_it_was_and_from_nothing_else() {
        workers.resize(4);
        workers.resize(0);

        assertThat(workers.resize(4, 5)).isFalse();
        assertThat(workers.count()).isZero();

        assertThat(workers.resize(0, 2)).isTrue();
        assertThat(workers.count()).isEqualTo(2);
    }

    @Test
    void surplus_worker_finishes_its_job() {
        workers.resize(1);
        submit("a");
        await().atMost(TIMEOUT).until(() -> begun.size() == 1);

        workers.resize(0);
        go.tryEmitEmpty();

        await().atMost(TIMEOUT).until(() -> workers.handled() == 1);
        assertThat(begun).containsExactly("a1");
    }

    @Test
    void one_that_is_killed_is_one_that_has_a_job() {
        workers.resize(3);
        submit("a");
        await().atMost(TIMEOUT).until(() -> workers.status().busy() == 1);

        assertThat(workers.killOne()).isTrue();

        await().atMost(TIMEOUT).until(() -> begun.size() == 2);
        assertThat(begun).containsExactly("a1", "a2");
        assertThat(workers.status())
                .returns(1L, RequestReplyStatus.WorkerStatus::restarts)
                .returns("killed for a drill", RequestReplyStatus.WorkerStatus::lastRestart);
        assertThat(workers.count()).isEqualTo(3);
    }

    @Test
    void one_without_a_job_is_killed_where_none_has_one_and_nobody_where_there_is_none() {
        assertThat(workers.killOne()).isFalse();
        workers.resize(1);

        assertThat(workers.killOne()).isTrue();
        assertThat(workers.status().restarts()).isOne();
    }

    @Test
    void stopped_they_end_after_the_jobs_of_those_that_were_removed_before() {
        workers.resize(1);
        submit("a");
        await().atMost(TIMEOUT).until(() -> workers.status().busy() == 1);
        workers.resize(0);

        AtomicBoolean stopped = new AtomicBoolean();
        Disposable stopping =
                workers.stop().doOnSuccess(end -> stopped.set(true)).subscribe();
        assertThat(stopped).isFalse();
        assertThat(workers.status().busy()).isOne();
        go.tryEmitEmpty();

        await().atMost(TIMEOUT).untilTrue(stopped);
        assertThat(workers.handled()).isOne();
        stopping.dispose();
    }

    @Test
    void stopped_they_end_after_their_jobs_for_good() {
        workers.start();
        submit("a");
        await().atMost(TIMEOUT).until(() -> workers.status().busy() == 1);

        AtomicBoolean stopped = new AtomicBoolean();
        Disposable stopping =
                workers.stop().doOnSuccess(end -> stopped.set(true)).subscribe();
        assertThat(stopped).isFalse();
        assertThat(workers.count()).isZero();
        workers.resize(2);
        assertThat(workers.count()).isZero();
        go.tryEmitEmpty();

        await().atMost(TIMEOUT).untilTrue(stopped);
        stopping.dispose();
    }

    private void submit(String... jobs) {
        Instant now = Instant.now();
        for (String job : jobs) {
            queue.submit(new Job(job, "nobody", new byte[0], 1, now, now.plus(TIMEOUT), Map.of()))
                    .block(TIMEOUT);
        }
    }

    private double gauge(String name) {
        return meters.get("jobs." + name).gauge().value();
    }
}
