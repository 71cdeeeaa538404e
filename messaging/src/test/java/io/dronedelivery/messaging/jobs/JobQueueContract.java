package io.dronedelivery.messaging.jobs;

import static io.dronedelivery.messaging.jobs.Party.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What every design of the job queue has to do. */
public abstract class JobQueueContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ConcurrentLinkedQueue<Party> parties = new ConcurrentLinkedQueue<>();

    /** A queue of its own for the test that runs; asked a second time, the same queue as another process has it. */
    protected abstract JobQueue queue();

    /** Takes the one job that is there, as a process does that dies with it before its work is done. */
    protected abstract void takeOneJobAndDie();

    /** Cuts all connections to the broker; it is there again at once. */
    protected abstract void cutConnections();

    private Party party() {
        Party party = new Party(queue());
        parties.add(party);
        return party;
    }

    @AfterEach
    void closeParties() {
        parties.forEach(Party::close);
    }

    @Test
    void every_one_of_many_concurrent_requests_gets_its_own_reply() {
        Party party = party().workers(5, 4).start();

        List<String> answers = Flux.range(0, 400)
                .flatMap(n -> party.ask("n" + n).map(answer -> n + "=" + answer), 100)
                .collectList()
                .block(PATIENCE);

        assertThat(answers)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 400).mapToObj(n -> n + "=re: n" + n).toList());
        assertThat(party.requests().status().answered()).isEqualTo(400);
        assertThat(party.requests().status().pool().created()).isLessThanOrEqualTo(16);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(party.workers().status().done().stream()
                        .mapToLong(n -> n)
                        .sum())
                .isEqualTo(400));
    }

    @Test
    void worker_that_dies_is_replaced_and_its_job_is_done_again() {
        ConcurrentLinkedQueue<Integer> attempts = new ConcurrentLinkedQueue<>();
        Party party = party().workers(2, 3)
                .handler(job -> {
                    if (text(job.body()).equals("deadly")) {
                        attempts.add(job.attempt());
                        if (job.attempt() == 1) {
                            throw new StackOverflowError("on purpose");
                        }
                    }
                    return Mono.just(job.body());
                })
                .start();

        List<String> answers = Flux.range(0, 40)
                .flatMap(n -> party.ask(n == 20 ? "deadly" : "harmless"), 10)
                .collectList()
                .block(PATIENCE);

        assertThat(answers).hasSize(40).containsOnlyOnce("deadly");
        assertThat(attempts).containsExactly(1, 2);
        assertThat(party.workers().status().restarts()).isEqualTo(1);
        assertThat(party.workers().status().lastRestart()).contains("on purpose");
        assertThat(party.meters.get("jobs.workers.restarts").counter().count()).isEqualTo(1);
        assertThat(party.workers().count()).isEqualTo(2);
    }

    @Test
    void job_of_a_worker_that_is_killed_in_the_middle_is_done_by_another() {
        Sinks.Empty<Void> begun = Sinks.empty();
        Party party = party().workers(1, 1)
                .handler(job -> {
                    begun.tryEmitEmpty();
                    return job.attempt() == 1 ? Mono.never() : Mono.just("second".getBytes(UTF_8));
                })
                .start();
        Mono<String> answer = party.ask("x").cache();
        Disposable asked = answer.subscribe();

        begun.asMono().block(PATIENCE);
        assertThat(party.workers().killOne()).isTrue();

        assertThat(answer.block(PATIENCE)).isEqualTo("second");
        assertThat(party.workers().status().restarts()).isEqualTo(1);
        asked.dispose();
    }

    @Test
    void job_that_kills_every_worker_is_answered_with_the_reason() {
        Party party = party().workers(2, 1)
                .handler(job -> {
                    if (text(job.body()).equals("deadly")) {
                        throw new AssertionError("no way");
                    }
                    return Mono.just(job.body());
                })
                .start();

        assertThatExceptionOfType(JobFailedException.class)
                .isThrownBy(() -> party.answer("deadly"))
                .withMessageContaining("no way")
                .satisfies(failure -> assertThat(failure.code()).isEqualTo("worker-died"));
        assertThat(party.answer("harmless")).isEqualTo("harmless");
        await().atMost(PATIENCE).until(() -> party.workers().status().restarts() == 3);
    }

    @Test
    void late_reply_is_dropped_and_is_not_taken_for_the_next_requests_reply() {
        Sinks.Empty<Void> go = Sinks.empty();
        Party party = party().pool(1, 1, 0)
                .workers(2, 1)
                .handler(job -> text(job.body()).equals("slow")
                        ? go.asMono().thenReturn("late".getBytes(UTF_8))
                        : Mono.just("right".getBytes(UTF_8)))
                .start();

        Disposable impatient = party.ask("slow").subscribe(answer -> {}, failure -> {});
        await().atMost(PATIENCE).until(() -> party.workers().status().busy() == 1);
        impatient.dispose();
        assertThat(party.answer("quick")).isEqualTo("right");
        go.tryEmitEmpty();

        await().atMost(PATIENCE).until(() -> party.requests().status().late() == 1);
        assertThat(party.answer("quick")).isEqualTo("right");
        assertThat(party.requests().status().pool().created()).isEqualTo(1);
        assertThat(party.requests().status().pool().idle()).isEqualTo(1);
    }

    @Test
    void request_without_a_reply_ends_at_its_deadline_and_its_work_is_broken_off() {
        AtomicInteger cancelled = new AtomicInteger();
        Party party = party().pool(1, 1, 0)
                .deadline(Duration.ofSeconds(2))
                .workers(1, 1)
                .handler(job -> text(job.body()).equals("never")
                        ? Mono.<byte[]>never().doOnCancel(cancelled::incrementAndGet)
                        : Mono.just(job.body()))
                .start();

        assertThatExceptionOfType(JobTimeoutException.class)
                .isThrownBy(() -> party.answer("never"))
                .withMessageContaining("2000 ms");

        await().atMost(PATIENCE).until(() -> cancelled.get() == 1);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(party.answer("next")).isEqualTo("next"));
        assertThat(party.requests().status().timedOut()).isPositive();
    }

    @Test
    void poison_job_is_tried_as_often_as_configured_and_its_caller_learns_why_it_failed() {
        AtomicInteger calls = new AtomicInteger();
        Party party = party().workers(1, 2)
                .handler(job -> {
                    if (text(job.body()).equals("poison")) {
                        calls.incrementAndGet();
                        return Mono.error(new IllegalStateException("cannot be priced"));
                    }
                    return Mono.just(job.body());
                })
                .start();

        assertThatExceptionOfType(JobFailedException.class)
                .isThrownBy(() -> party.answer("poison"))
                .withMessageContaining("3 times")
                .withMessageContaining("cannot be priced")
                .satisfies(failure -> assertThat(failure.code()).isEqualTo("handler-failed"));
        assertThat(calls).hasValue(3);
        assertThat(party.answer("good")).isEqualTo("good");
        assertThat(party.workers().status().restarts()).isZero();
    }

    @Test
    void refused_job_is_not_tried_again() {
        AtomicInteger calls = new AtomicInteger();
        Party party = party().handler(job -> {
                    calls.incrementAndGet();
                    return Mono.error(new JobRefusedException("no-tariff", "There is no tariff", null));
                })
                .start();

        assertThatExceptionOfType(JobFailedException.class)
                .isThrownBy(() -> party.answer("x"))
                .withMessage("There is no tariff")
                .satisfies(failure -> assertThat(failure.code()).isEqualTo("no-tariff"));
        assertThat(calls).hasValue(1);
    }

    @Test
    void request_beyond_the_bound_is_refused_with_a_time_to_come_again() {
        Sinks.Empty<Void> go = Sinks.empty();
        Party party = party().pool(1, 2, 0)
                .handler(job -> go.asMono().thenReturn(job.body()))
                .start();
        Mono<List<String>> first =
                Flux.range(0, 2).flatMap(n -> party.ask("first")).collectList().cache();
        Disposable asked = first.subscribe();
        await().atMost(PATIENCE).until(() -> party.requests().status().pool().inUse() == 2);

        assertThatExceptionOfType(JobQueueFullException.class)
                .isThrownBy(() -> party.answer("third"))
                .withMessageContaining("test is full")
                .withMessageContaining("2 reply channels")
                .satisfies(full -> assertThat(full.retryAfter()).isEqualTo(Duration.ofSeconds(7)));

        go.tryEmitEmpty();
        assertThat(first.block(PATIENCE)).containsExactly("first", "first");
        assertThat(party.answer("third")).isEqualTo("third");
        asked.dispose();
    }

    @Test
    void prewarmed_pool_opens_no_channel_in_a_request_and_a_cold_one_only_in_its_first_run() {
        Party warm = party().pool(8, 8, 100).start();
        assertThat(warm.requests().status().pool().created()).isEqualTo(8);
        ask(warm, 50, 8);
        assertThat(warm.requests().status().pool().created()).isEqualTo(8);
        assertThat(warm.requests().status().pool().cold()).isZero();

        Party cold = party().pool(0, 8, 100).start();
        assertThat(cold.requests().status().pool().created()).isZero();
        ask(cold, 50, 8);
        long created = cold.requests().status().pool().created();
        assertThat(created).isBetween(1L, 8L);
        assertThat(cold.requests().status().pool().cold()).isEqualTo(created);
        assertThat(cold.requests().status().pool().exhausted()).isPositive();

        ask(cold, 50, (int) created);
        assertThat(cold.requests().status().pool().created()).isEqualTo(created);
    }

    private static void ask(Party party, int requests, int concurrency) {
        assertThat(Flux.range(0, requests)
                        .flatMap(n -> party.ask("q"), concurrency)
                        .count()
                        .block(PATIENCE))
                .isEqualTo(requests);
    }

    @Test
    void drain_lets_requests_end_refuses_new_ones_and_stops_the_workers() {
        Sinks.Empty<Void> go = Sinks.empty();
        Party party = party().workers(2, 1)
                .handler(job -> go.asMono().thenReturn(job.body()))
                .start();
        Mono<List<String>> inFlight =
                Flux.range(0, 6).flatMap(n -> party.ask("q" + n)).collectList().cache();
        Disposable asked = inFlight.subscribe();
        await().atMost(PATIENCE).until(() -> party.workers().status().busy() == 2);

        party.lifecycle().disable();
        Mono<Void> drained = party.lifecycle().drained().cache();
        Disposable draining = drained.subscribe();
        assertThatExceptionOfType(JobQueueUnavailableException.class)
                .isThrownBy(() -> party.answer("new"))
                .withMessageContaining("about to end");
        go.tryEmitEmpty();

        assertThat(inFlight.block(PATIENCE)).hasSize(6);
        drained.block(PATIENCE);
        assertThat(party.workers().count()).isZero();
        party.lifecycle().remove().block(PATIENCE);
        party.lifecycle().drained().block(PATIENCE);
        asked.dispose();
        draining.dispose();
    }

    @Test
    void number_of_workers_changes_while_they_work() {
        Party party = party().workers(1, 1).start();
        Disposable load = Flux.range(0, 200).flatMap(n -> party.ask("load"), 8).subscribe(answer -> {}, failure -> {});

        party.workers().resize(6);
        assertThat(party.answer("six")).isEqualTo("re: six");
        party.workers().resize(0);
        assertThat(party.workers().count()).isZero();
        party.workers().resize(2);

        await().atMost(PATIENCE).until(load::isDisposed);
        assertThat(party.requests().status().answered()).isEqualTo(201);
        assertThat(party.requests().status().failed()).isZero();
    }

    @Test
    void job_that_nobody_waits_for_any_more_is_not_worked_on() {
        AtomicInteger calls = new AtomicInteger();
        Party party = party().workers(0, 1)
                .deadline(Duration.ofMillis(300))
                .handler(job -> Mono.fromSupplier(() -> {
                    calls.incrementAndGet();
                    return job.body();
                }))
                .start();

        assertThatExceptionOfType(JobTimeoutException.class).isThrownBy(() -> party.answer("in vain"));
        CountDownLatch answered = new CountDownLatch(1);
        party.workers().resize(1);
        Party patient = new Party(party.queue).workers(0, 1).start();
        Disposable asked = patient.ask("wanted").subscribe(answer -> answered.countDown());

        await().atMost(PATIENCE).until(() -> answered.getCount() == 0);
        assertThat(calls).hasValue(1);
        asked.dispose();
    }

    @Test
    void job_of_a_process_that_died_is_done_by_another_process() {
        Party caller = party().workers(0, 1).start();
        Mono<String> answer = caller.ask("left behind").cache();
        Disposable asked = answer.subscribe();
        takeOneJobAndDie();

        party().workers(1, 1).start();

        assertThat(answer.block(PATIENCE)).isEqualTo("re: left behind");
        asked.dispose();
    }

    @Test
    void requests_are_answered_again_after_the_connections_were_cut() {
        Party party = party().pool(2, 2, 100).deadline(Duration.ofSeconds(5)).start();
        assertThat(party.answer("before")).isEqualTo("re: before");

        cutConnections();

        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> assertThat(party.answer("after"))
                .isEqualTo("re: after"));
        assertThat(Flux.range(0, 50).flatMap(n -> party.ask("q"), 10).count().block(PATIENCE))
                .isEqualTo(50);
        assertThat(party.requests().status().pool().inUse()).isZero();
        assertThat(party.workers().count()).isEqualTo(4);
    }
}
