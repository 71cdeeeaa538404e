package io.dronedelivery.requestreply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** One worker, whose queue, work and settlements the test holds in its hands: nothing here waits, and all happens in the test's thread. */
class WorkerTest {

    private static final Duration REST = Duration.ofMillis(10);

    private final Sinks.Many<JobDelivery> queue = Sinks.many().unicast().onBackpressureBuffer();
    private final List<Long> asked = new ArrayList<>();
    private final Map<String, Sinks.One<byte[]>> work = new HashMap<>();
    private final List<String> brokenOff = new ArrayList<>();
    private final List<String> deaths = new ArrayList<>();
    private final List<String> settlements = new ArrayList<>();
    /** While it is not empty the broker confirms nothing. */
    private Mono<Void> broker = Mono.empty();

    private final ConsumerUtilisation room = new ConsumerUtilisation(() -> 0);
    private boolean left;

    @Test
    void it_asks_for_as_many_jobs_as_it_may_hold_and_for_one_more_when_one_is_settled() {
        worker(3);
        assertThat(asked).containsExactly(3L);

        deliver("a", "b");
        assertThat(asked).containsExactly(3L);
        finish("a");

        assertThat(settlements).containsExactly("a replied");
        assertThat(asked).containsExactly(3L, 1L);
    }

    @Test
    void it_works_on_one_job_at_a_time_in_the_order_of_their_coming() {
        Worker worker = worker(3);
        deliver("a", "b", "c");
        assertThat(work).containsOnlyKeys("a");
        assertThat(worker.busy()).isTrue();

        finish("a");
        assertThat(work).containsOnlyKeys("a", "b");
        finish("b");
        finish("c");

        assertThat(settlements).containsExactly("a replied", "b replied", "c replied");
        assertThat(worker.busy()).isFalse();
        assertThat(worker.done()).isEqualTo(3);
    }

    @Test
    void it_has_room_while_it_holds_less_than_it_may() {
        worker(2);
        assertThat(withRoom()).isOne();

        deliver("a");
        assertThat(withRoom()).isOne();
        deliver("b");
        assertThat(withRoom()).isZero();
        finish("a");
        assertThat(withRoom()).isOne();
    }

    @Test
    void jobs_whose_replies_are_on_their_way_take_room() {
        Sinks.Empty<Void> confirmed = brokerThatConfirmsLater();
        Worker worker = worker(1);
        deliver("a");
        finish("a");

        assertThat(worker.busy()).isFalse();
        assertThat(withRoom()).isZero();
        assertThat(worker.done()).isZero();
        confirmed.tryEmitEmpty();
        assertThat(withRoom()).isOne();
        assertThat(worker.done()).isOne();
    }

    @Test
    void job_and_the_reply_before_it_take_room_together() {
        brokerThatConfirmsLater();
        worker(2);
        deliver("a");
        finish("a");
        assertThat(withRoom()).isOne();

        deliver("b");

        assertThat(withRoom()).isZero();
    }

    @Test
    void stopped_it_gives_back_what_it_has_not_begun_and_leaves_after_the_job_at_work() {
        Worker worker = worker(3);
        deliver("a", "b", "c");

        stop(worker);
        assertThat(settlements).containsExactly("b released", "c released");
        assertThat(left).isFalse();
        assertThat(withRoom()).isZero();
        assertThat(queue.currentSubscriberCount()).isOne();

        finish("a");
        assertThat(settlements).endsWith("a replied");
        assertThat(left).isTrue();
        assertThat(queue.currentSubscriberCount()).isZero();
        assertThat(asked).as("nothing more is asked for").containsExactly(3L);
        assertThat(work).containsOnlyKeys("a");
        assertThat(deaths).isEmpty();
    }

    @Test
    void stopped_without_work_it_leaves_at_once() {
        Worker worker = worker(2);

        stop(worker);

        assertThat(left).isTrue();
        assertThat(queue.currentSubscriberCount()).isZero();
    }

    @Test
    void job_that_comes_while_it_leaves_is_given_back_before_it_has_left() {
        Worker worker = worker(2);
        deliver("a");
        stop(worker);
        Sinks.Empty<Void> confirmed = brokerThatConfirmsLater();

        deliver("late");
        finish("a");
        assertThat(left).isFalse();
        confirmed.tryEmitEmpty();

        assertThat(settlements).containsExactlyInAnyOrder("late released", "a replied");
        assertThat(left).isTrue();
    }

    @Test
    void it_leaves_when_the_last_of_those_that_it_gives_back_is_taken() {
        Worker worker = worker(3);
        deliver("a", "b");
        Sinks.Empty<Void> tookB = brokerThatConfirmsLater();
        stop(worker);
        broker = Mono.empty();
        finish("a");
        Sinks.Empty<Void> tookLate = brokerThatConfirmsLater();
        deliver("late");

        tookB.tryEmitEmpty();
        assertThat(settlements).containsExactly("a replied", "b released");
        assertThat(left).isFalse();
        tookLate.tryEmitEmpty();

        assertThat(settlements).endsWith("late released");
        assertThat(left).isTrue();
    }

    @Test
    void broker_that_cannot_take_a_job_back_does_not_keep_it() {
        Worker worker = worker(2);
        deliver("a");
        broker = Mono.error(new IllegalStateException("connection lost"));
        deliver("b");

        stop(worker);
        finish("a");

        assertThat(left).isTrue();
        assertThat(settlements).isEmpty();
        assertThat(worker.done()).isOne();
    }

    @Test
    void killed_it_breaks_its_work_off_and_gives_that_back_as_tried_before_the_others() {
        Worker worker = worker(3);
        deliver("a", "b");

        worker.kill("a drill");

        assertThat(brokenOff).containsExactly("a");
        assertThat(settlements).containsExactly("a abandoned", "b released");
        assertThat(deaths).containsExactly("a drill");
        assertThat(worker.busy()).isFalse();
        assertThat(withRoom()).isZero();
        assertThat(queue.currentSubscriberCount()).isZero();
    }

    @Test
    void killed_it_gives_the_others_back_when_the_broker_has_taken_the_one_at_work() {
        Worker worker = worker(3);
        Sinks.Empty<Void> confirmed = brokerThatConfirmsLater();
        deliver("a", "b");

        worker.kill("a drill");
        assertThat(settlements).isEmpty();
        assertThat(queue.currentSubscriberCount()).isOne();
        confirmed.tryEmitEmpty();

        assertThat(settlements).containsExactly("a abandoned", "b released");
        assertThat(queue.currentSubscriberCount()).isZero();
    }

    @Test
    void killed_without_work_it_is_replaced_too() {
        worker(1).kill("a drill");

        assertThat(deaths).containsExactly("a drill");
        assertThat(settlements).isEmpty();
        assertThat(queue.currentSubscriberCount()).isZero();
    }

    @Test
    void killed_while_it_leaves_it_is_not_replaced() {
        Worker worker = worker(1);
        deliver("a");
        stop(worker);

        worker.kill("a drill");

        assertThat(settlements).containsExactly("a abandoned");
        assertThat(deaths).isEmpty();
        assertThat(left).isTrue();
    }

    @Test
    void error_of_its_code_ends_it_and_its_job_is_tried_again() {
        Worker worker = worker(2);
        deliver("a", "b");

        fail("a", new AssertionError("on purpose"));

        assertThat(settlements).containsExactly("a abandoned", "b released");
        assertThat(deaths).singleElement().asString().contains("on purpose");
        assertThat(worker.busy()).isFalse();
        assertThat(queue.currentSubscriberCount()).isZero();
    }

    @Test
    void error_at_the_last_attempt_ends_it_after_its_caller_was_told() {
        worker(1);
        emit(delivery("a", 3));

        fail("a", new AssertionError("on purpose"));

        assertThat(settlements).containsExactly("a replied");
        assertThat(deaths).singleElement().asString().contains("on purpose");
        assertThat(queue.currentSubscriberCount()).isZero();
    }

    @Test
    void end_of_its_deliveries_ends_it_after_the_job_at_work() {
        Worker worker = worker(2);
        deliver("a", "b");

        queue.tryEmitComplete();
        assertThat(deaths).containsExactly("The queue ended its deliveries");
        assertThat(settlements).containsExactly("b released");
        assertThat(worker.busy()).isTrue();

        finish("a");
        assertThat(settlements).endsWith("a replied");
    }

    @Test
    void lost_connection_ends_it_and_says_why() {
        worker(2);

        queue.tryEmitError(new IllegalStateException("link detached"));

        assertThat(deaths).containsExactly("java.lang.IllegalStateException: link detached");
        assertThat(withRoom()).isZero();
    }

    private Worker worker(int prefetch) {
        RequestReplySettings.WorkerSettings settings = new RequestReplySettings.WorkerSettings(1, prefetch, 3, REST);
        JobProcessor processor = new JobProcessor(
                "test",
                this::handle,
                settings,
                MessageSpans.none("made"),
                new JobMeters(new SimpleMeterRegistry(), "test", "made"));
        Worker worker = new Worker(processor, prefetch, Schedulers.immediate(), room, deaths::add);
        queue.asFlux().doOnRequest(asked::add).subscribe(worker);
        return worker;
    }

    private Mono<byte[]> handle(Job job) {
        Sinks.One<byte[]> result = Sinks.one();
        work.put(job.id(), result);
        return result.asMono().doOnCancel(() -> brokenOff.add(job.id()));
    }

    private void stop(Worker worker) {
        Disposable leaving = worker.ended().subscribe(nothing -> {}, failure -> {}, () -> left = true);
        worker.stop();
        assertThat(leaving.isDisposed()).isEqualTo(left);
    }

    private void deliver(String... jobs) {
        for (String job : jobs) {
            emit(delivery(job, 1));
        }
    }

    private void emit(JobDelivery delivery) {
        queue.emitNext(delivery, Sinks.EmitFailureHandler.FAIL_FAST);
    }

    private void finish(String job) {
        work.get(job).emitValue("done".getBytes(UTF_8), Sinks.EmitFailureHandler.FAIL_FAST);
    }

    private void fail(String job, Throwable failure) {
        work.get(job).emitError(failure, Sinks.EmitFailureHandler.FAIL_FAST);
    }

    private Sinks.Empty<Void> brokerThatConfirmsLater() {
        Sinks.Empty<Void> confirmed = Sinks.empty();
        broker = confirmed.asMono();
        return confirmed;
    }

    /** 0 or 1: there is one worker. */
    private int withRoom() {
        room.sinceLastLook();
        return room.sinceLastLook().fewest();
    }

    private JobDelivery delivery(String id, int attempt) {
        Instant now = Instant.now();
        return new RecordedDelivery(
                new Job(id, "caller", new byte[0], attempt, now, now.plusSeconds(600), Map.of()),
                () -> broker,
                settlements::add);
    }
}
