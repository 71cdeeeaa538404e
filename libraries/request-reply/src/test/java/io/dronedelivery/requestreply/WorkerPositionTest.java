package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/** When a worker that has ended by itself is replaced, in virtual time. */
class WorkerPositionTest {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    /** Of each worker that was there, in their order. */
    private final List<Sinks.Many<JobDelivery>> queues = new ArrayList<>();

    private final List<String> told = new ArrayList<>();
    private Runnable beforeTheFirstAnswer = () -> {};
    private final WorkerPosition position = new WorkerPosition(
            7, this::deliveries, this::worker, (number, reason) -> told.add(number + ": " + reason), time);

    @AfterEach
    void end() {
        time.dispose();
    }

    @Test
    void worker_that_settled_nothing_is_replaced_at_once_and_then_after_growing_pauses() {
        position.work();
        position.kill();
        assertThat(queues).hasSize(2);
        assertThat(told).containsExactly("7: killed for a drill");

        for (int millis : new int[] {100, 200, 400, 800, 1_600, 3_200, 6_400, 6_400, 6_400}) {
            int before = queues.size();
            position.kill();
            time.advanceTimeBy(Duration.ofMillis(millis - 1));
            assertThat(queues).as("before %d ms are over", millis).hasSize(before);
            time.advanceTimeBy(Duration.ofMillis(1));
            assertThat(queues).as("after %d ms", millis).hasSize(before + 1);
        }
        assertThat(told).hasSize(10);
    }

    @Test
    void worker_that_settled_a_job_is_replaced_at_once() {
        position.work();
        position.kill();
        position.kill();
        time.advanceTimeBy(Duration.ofMillis(100));
        deliver();

        position.kill();
        assertThat(queues).hasSize(4);
        position.kill();
        assertThat(queues).as("the next one settled nothing").hasSize(4);
    }

    @Test
    void worker_that_is_killed_before_its_queue_has_answered_is_replaced() {
        beforeTheFirstAnswer = position::kill;

        position.work();

        assertThat(told).containsExactly("7: killed for a drill");
        deliver();
        assertThat(position.done()).isOne();
    }

    @Test
    void jobs_of_all_its_workers_are_counted() {
        position.work();
        deliver();
        deliver();
        assertThat(position.done()).isEqualTo(2);

        position.kill();
        assertThat(position.done()).isEqualTo(2);
        deliver();
        position.kill();
        deliver();

        assertThat(position.done()).isEqualTo(4);
    }

    @Test
    void stopped_it_has_no_other_worker() {
        position.work();
        position.kill();
        position.kill();

        position.stop();
        time.advanceTimeBy(Duration.ofMinutes(1));
        position.work();
        position.kill();

        assertThat(queues).hasSize(2);
        assertThat(told).hasSize(2);
    }

    @Test
    void worker_that_ends_after_the_stop_is_nobodys_matter() {
        position.work();

        position.stop();
        queues.get(0).tryEmitError(new IllegalStateException("link detached"));

        assertThat(told).isEmpty();
        assertThat(queues).hasSize(1);
    }

    private Publisher<JobDelivery> deliveries() {
        Sinks.Many<JobDelivery> queue = Sinks.many().unicast().onBackpressureBuffer();
        return Flux.defer(() -> {
            queues.add(queue);
            Runnable before = beforeTheFirstAnswer;
            beforeTheFirstAnswer = () -> {};
            before.run();
            return queue.asFlux();
        });
    }

    private Worker worker(Consumer<String> onDeath) {
        JobProcessor processor = new JobProcessor(
                "test",
                job -> Mono.just(job.body()),
                new RequestReplySettings.WorkerSettings(1, 1, 3, Duration.ofMillis(10)),
                MessageSpans.none("made"),
                new JobMeters(new SimpleMeterRegistry(), "test", "made"));
        return new Worker(processor, 1, Schedulers.immediate(), new ConsumerUtilisation(() -> 0), onDeath);
    }

    /** To the worker of now. */
    private void deliver() {
        Instant now = Instant.now();
        queues.get(queues.size() - 1)
                .tryEmitNext(new RecordedDelivery(
                        new Job("a", "caller", new byte[0], 1, now, now.plusSeconds(600), Map.of()),
                        Mono::empty,
                        settlement -> {}))
                .orThrow();
    }
}
