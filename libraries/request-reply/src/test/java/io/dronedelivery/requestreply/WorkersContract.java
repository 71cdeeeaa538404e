package io.dronedelivery.requestreply;

import static io.dronedelivery.requestreply.Party.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.requestreply.RequestFailedException.Reason;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What workers do, and what becomes of the jobs of those that die. */
interface WorkersContract extends JobQueueFixture {

    @Test
    default void worker_that_dies_is_replaced_and_its_job_is_done_again() {
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
                .block(TIMEOUT);

        assertThat(answers).hasSize(40).containsOnlyOnce("deadly");
        assertThat(attempts).hasSize(2).startsWith(1);
        if (countsOnlyWhatWasTried()) {
            assertThat(attempts).endsWith(2);
        }
        awaitRestart(party, "on purpose");
        assertThat(party.workers().status().restarts()).isEqualTo(1);
        assertThat(party.meters.get("jobs.workers.restarts").counter().count()).isEqualTo(1);
        assertThat(party.workers().count()).isEqualTo(2);
    }

    /** A worker gives its job back before it is replaced, so that the job may be done by then. */
    private static void awaitRestart(Party party, String reason) {
        await().atMost(TIMEOUT)
                .untilAsserted(
                        () -> assertThat(party.workers().status().lastRestart()).contains(reason));
    }

    @Test
    default void worker_whose_work_dies_when_it_begins_is_replaced_too() {
        Party party = party().workers(1, 1)
                .handler(job -> Mono.fromCallable(() -> {
                    if (job.attempt() == 1) {
                        throw new StackOverflowError("on purpose");
                    }
                    return job.body();
                }))
                .start();

        assertThat(party.answer("x")).isEqualTo("x");
        awaitRestart(party, "on purpose");
        assertThat(party.workers().status().restarts()).isEqualTo(1);
    }

    @Test
    default void job_of_a_worker_that_is_killed_in_the_middle_is_done_by_another() {
        Sinks.Empty<Void> begun = Sinks.empty();
        Party party = party().workers(1, 1)
                .handler(job -> {
                    begun.tryEmitEmpty();
                    return job.attempt() == 1 ? Mono.never() : Mono.just("second".getBytes(UTF_8));
                })
                .start();
        Mono<String> answer = party.ask("x").cache();
        Disposable asked = answer.subscribe();

        begun.asMono().block(TIMEOUT);
        assertThat(party.workers().killOne()).isTrue();

        assertThat(answer.block(TIMEOUT)).isEqualTo("second");
        assertThat(party.workers().status().restarts()).isEqualTo(1);
        asked.dispose();
    }

    @Test
    default void job_that_kills_every_worker_is_answered_with_the_reason() {
        Party party = party().workers(2, 1)
                .handler(job -> {
                    if (text(job.body()).equals("deadly")) {
                        throw new AssertionError("no way");
                    }
                    return Mono.just(job.body());
                })
                .start();

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> party.answer("deadly"))
                .returns(Reason.FAILED, RequestFailedException::reason)
                .withMessageContaining("no way")
                .satisfies(failure -> assertThat(failure.code()).isEqualTo("worker-died"));
        assertThat(party.answer("harmless")).isEqualTo("harmless");
        // Three at least: a queue may deliver a job once more whose reply it has not seen confirmed.
        await().atMost(TIMEOUT).until(() -> party.workers().status().restarts() >= 3);
    }

    @Test
    default void poison_job_is_tried_as_often_as_configured_and_its_caller_learns_why_it_failed() {
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

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> party.answer("poison"))
                .returns(Reason.FAILED, RequestFailedException::reason)
                .withMessageContaining("3 times")
                .withMessageContaining("cannot be priced")
                .satisfies(failure -> assertThat(failure.code()).isEqualTo("handler-failed"));
        assertThat(calls).hasValue(3);
        assertThat(party.answer("good")).isEqualTo("good");
        assertThat(party.workers().status().restarts()).isZero();
    }

    @Test
    default void refused_job_is_not_tried_again() {
        AtomicInteger calls = new AtomicInteger();
        Party party = party().handler(job -> {
                    calls.incrementAndGet();
                    return Mono.error(new RequestFailedException("no-tariff", "There is no tariff", null));
                })
                .start();

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> party.answer("x"))
                .returns(Reason.FAILED, RequestFailedException::reason)
                .withMessage("There is no tariff")
                .satisfies(failure -> assertThat(failure.code()).isEqualTo("no-tariff"));
        assertThat(calls).hasValue(1);
    }

    @Test
    default void number_of_workers_changes_while_they_work() {
        Party party = party().workers(1, 1).start();
        Disposable load = Flux.range(0, 200).flatMap(n -> party.ask("load"), 8).subscribe(answer -> {}, failure -> {});

        party.workers().resize(6);
        assertThat(party.answer("six")).isEqualTo("re: six");
        party.workers().resize(0);
        assertThat(party.workers().count()).isZero();
        party.workers().resize(2);

        await().atMost(TIMEOUT).until(load::isDisposed);
        assertThat(party.requests().status().answered()).isEqualTo(201);
        assertThat(party.requests().status().failed()).isZero();
    }
}
