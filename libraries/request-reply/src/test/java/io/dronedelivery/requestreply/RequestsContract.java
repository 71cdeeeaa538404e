package io.dronedelivery.requestreply;

import static io.dronedelivery.requestreply.Party.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.testkit.RecordedSpans;
import io.dronedelivery.requestreply.RequestFailedException.Reason;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What callers may expect of a request. */
interface RequestsContract extends JobQueueFixture {

    @Test
    default void every_one_of_many_concurrent_requests_gets_its_own_reply() {
        Party party = party().workers(5, 4).start();

        List<String> answers = Flux.range(0, 400)
                .flatMap(n -> party.ask("n" + n).map(answer -> n + "=" + answer), 100)
                .collectList()
                .block(TIMEOUT);

        assertThat(answers)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 400).mapToObj(n -> n + "=re: n" + n).toList());
        assertThat(party.requests().status().answered()).isEqualTo(400);
        assertThat(party.requests().status().pool().created()).isLessThanOrEqualTo(16);
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(party.workers().status().done().stream()
                                .mapToLong(n -> n)
                                .sum())
                        .isEqualTo(400));
    }

    @Test
    default void late_reply_is_dropped_and_is_not_taken_for_the_next_requests_reply() {
        Sinks.Empty<Void> go = Sinks.empty();
        Party party = party().pool(1, 1, 0)
                .workers(2, 1)
                .handler(job -> text(job.body()).equals("slow")
                        ? go.asMono().thenReturn("late".getBytes(UTF_8))
                        : Mono.just("right".getBytes(UTF_8)))
                .start();

        Disposable impatient = party.ask("slow").subscribe(answer -> {}, failure -> {});
        await().atMost(TIMEOUT).until(() -> party.workers().status().busy() == 1);
        impatient.dispose();
        assertThat(party.answer("quick")).isEqualTo("right");
        go.tryEmitEmpty();

        await().atMost(TIMEOUT).until(() -> party.requests().status().late() == 1);
        assertThat(party.answer("quick")).isEqualTo("right");
        assertThat(party.requests().status().pool().created()).isEqualTo(1);
        assertThat(party.requests().status().pool().idle()).isEqualTo(1);
    }

    @Test
    default void request_without_a_reply_ends_at_its_deadline_and_its_work_is_broken_off() {
        AtomicInteger cancelled = new AtomicInteger();
        Party party = party().pool(1, 1, 0)
                .deadline(Duration.ofSeconds(2))
                .workers(1, 1)
                .handler(job -> text(job.body()).equals("never")
                        ? Mono.<byte[]>never().doOnCancel(cancelled::incrementAndGet)
                        : Mono.just(job.body()))
                .start();

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> party.answer("never"))
                .returns(Reason.TIMED_OUT, RequestFailedException::reason)
                .withMessageContaining("2000 ms");

        // A job that reaches its worker too late is not begun, so there is nothing to break off: then the next one is.
        Disposable asked = party.ask("never")
                .onErrorComplete()
                .repeat(() -> cancelled.get() == 0)
                .subscribe();
        await().atMost(TIMEOUT).until(() -> cancelled.get() > 0);
        asked.dispose();
        await().atMost(TIMEOUT)
                .ignoreExceptionsMatching(failure ->
                        failure instanceof RequestFailedException failed && failed.reason() == Reason.TIMED_OUT)
                .untilAsserted(() -> assertThat(party.answer("next")).isEqualTo("next"));
        assertThat(party.requests().status().timedOut()).isPositive();
    }

    @Test
    default void request_beyond_the_bound_is_refused_with_a_time_to_come_again() {
        Sinks.Empty<Void> go = Sinks.empty();
        Party party = party().pool(1, 2, 0)
                .handler(job -> go.asMono().thenReturn(job.body()))
                .start();
        Mono<List<String>> first =
                Flux.range(0, 2).flatMap(n -> party.ask("first")).collectList().cache();
        Disposable asked = first.subscribe();
        await().atMost(TIMEOUT).until(() -> party.requests().status().pool().inUse() == 2);

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> party.answer("third"))
                .returns(Reason.REFUSED, RequestFailedException::reason)
                .withMessageContaining("test is full")
                .withMessageContaining("2 reply channels")
                .satisfies(full -> assertThat(full.retryAfter()).isEqualTo(Duration.ofSeconds(7)));

        go.tryEmitEmpty();
        assertThat(first.block(TIMEOUT)).containsExactly("first", "first");
        assertThat(party.answer("third")).isEqualTo("third");
        asked.dispose();
    }

    @Test
    default void prewarmed_pool_opens_no_channel_in_a_request_and_a_cold_one_only_in_its_first_run() {
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
                        .block(TIMEOUT))
                .isEqualTo(requests);
    }

    @Test
    default void job_that_nobody_waits_for_any_more_is_not_worked_on() {
        Queue<String> worked = new ConcurrentLinkedQueue<>();
        Party party = party().workers(0, 1)
                .deadline(Duration.ofMillis(300))
                .handler(job -> Mono.fromSupplier(() -> {
                    worked.add(text(job.body()));
                    return job.body();
                }))
                .start();

        AtomicReference<String> held = new AtomicReference<>();
        Mono<Boolean> expired = heldUntilItExpires(party.queue, held).cache();
        Disposable holding = expired.subscribe();
        // A queue may drop a job that has expired before somebody took it: then one of the next is held.
        AtomicInteger asks = new AtomicInteger();
        await().atMost(TIMEOUT).until(() -> {
            assertThatExceptionOfType(RequestFailedException.class)
                    .isThrownBy(() -> party.answer("in vain " + asks.incrementAndGet()))
                    .returns(Reason.TIMED_OUT, RequestFailedException::reason);
            return held.get() != null;
        });
        expired.block(TIMEOUT);
        holding.dispose();
        CountDownLatch answered = new CountDownLatch(1);
        party.workers().resize(1);
        Party patient = new Party(party.queue).workers(0, 1).start();
        Disposable asked = patient.ask("wanted").subscribe(answer -> answered.countDown());

        await().atMost(TIMEOUT).until(() -> answered.getCount() == 0);
        // Of the others the last one may have a little time left by the queue's reckoning.
        assertThat(worked).contains("wanted").doesNotContain(held.get());
        asked.dispose();
    }

    /** Takes a job and gives it back when its time is over by the queue's own reckoning, which may lag behind the caller's. */
    private static Mono<Boolean> heldUntilItExpires(JobQueue queue, AtomicReference<String> held) {
        return Flux.from(queue.deliveries())
                .doOnNext(
                        delivery -> held.compareAndSet(null, text(delivery.job().body())))
                .concatMap(
                        delivery -> Mono.defer(() -> Mono.delay(delivery.job().remaining()))
                                .repeat(() -> !delivery.job().remaining().isZero())
                                .then(delivery.release())
                                .thenReturn(true),
                        1)
                .next();
    }

    @Test
    default void work_on_a_job_is_a_part_of_its_callers_trace() {
        RecordedSpans recorded = new RecordedSpans();
        Party party = party().spans(recorded.over("test")).start();

        recorded.within("request", party.ask("x")).block(TIMEOUT);

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(recorded.names())
                        .containsExactlyInAnyOrder("request", "test publish", "test process"));
        SpanData publish = recorded.only("test publish");
        assertThat(publish.getParentSpanId()).isEqualTo(recorded.only("request").getSpanId());
        assertThat(recorded.only("test process").getParentSpanId()).isEqualTo(publish.getSpanId());
        assertThat(recorded.only("test process").getTraceId()).isEqualTo(publish.getTraceId());
    }
}
