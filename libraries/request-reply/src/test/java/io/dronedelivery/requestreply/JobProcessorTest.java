package io.dronedelivery.requestreply;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.JobProcessor.WorkerDied;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.Reply;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What becomes of one delivery, by how its work ends, and which meter counts it. */
class JobProcessorTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 3;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> settlements = new ArrayList<>();
    private final List<String> begun = new ArrayList<>();

    @Test
    void done_it_is_answered_and_its_times_are_recorded() {
        RecordedDelivery delivery = delivery(1, Duration.ofSeconds(10), TIMEOUT);

        process(delivery, Mono.just("done".getBytes(UTF_8)));

        assertThat(settlements).containsExactly("a replied");
        assertThat(delivery.reply()).isInstanceOf(Reply.Answer.class);
        assertThat(timer("wait").count()).isOne();
        assertThat(timer("wait").totalTime(TimeUnit.SECONDS)).isBetween(10.0, 10.0 + TIMEOUT.toSeconds());
        assertThat(timer("service").count()).isOne();
        assertThat(timer("service").totalTime(TimeUnit.SECONDS)).isBetween(0.0, (double) TIMEOUT.toSeconds());
        assertThat(counter("expired")).isZero();
        assertThat(counter("attempts.failed")).isZero();
    }

    @Test
    void work_that_gives_nothing_is_answered_with_nothing() {
        RecordedDelivery delivery = delivery(1);

        process(delivery, Mono.empty());

        assertThat(delivery.reply()).isInstanceOf(Reply.Answer.class);
        assertThat(delivery.reply().body()).isEmpty();
    }

    @Test
    void answer_may_be_as_large_as_a_job_and_not_larger() {
        RecordedDelivery largest = delivery(1);
        process(largest, Mono.just(new byte[Job.MAX_BODY_BYTES]));
        RecordedDelivery tooLarge = delivery(1);
        process(tooLarge, Mono.just(new byte[Job.MAX_BODY_BYTES + 1]));

        assertThat(largest.reply()).isInstanceOf(Reply.Answer.class);
        assertThat(tooLarge.reply())
                .isEqualTo(
                        new Reply.Failure("a", "reply-too-large", "The reply has 196609 bytes; possible are 196608"));
    }

    @Test
    void job_that_nobody_waits_for_is_not_begun() {
        process(delivery(1, TIMEOUT, Duration.ofSeconds(-1)), Mono.just(new byte[0]));

        assertThat(settlements).containsExactly("a dropped");
        assertThat(begun).isEmpty();
        assertThat(counter("expired")).isOne();
        assertThat(timer("wait").count()).isZero();
    }

    @Test
    void work_that_nobody_waits_for_any_longer_is_broken_off() {
        List<String> brokenOff = new ArrayList<>();

        process(
                delivery(1, Duration.ZERO, Duration.ofMillis(300)),
                Mono.<byte[]>never().doOnCancel(() -> brokenOff.add("a")));

        assertThat(settlements).containsExactly("a dropped");
        assertThat(brokenOff).isEqualTo(begun);
        assertThat(counter("expired")).isOne();
        assertThat(counter("attempts.failed")).isZero();
    }

    @Test
    void work_that_fails_when_it_is_broken_off_does_not_keep_its_worker() {
        process(
                delivery(1, Duration.ZERO, Duration.ofMillis(300)),
                Mono.create(sink -> sink.onCancel(() -> {
                    throw new IllegalStateException("The connection is closed");
                })));

        assertThat(settlements).containsExactly("a dropped");
        assertThat(counter("expired")).isOne();
    }

    @Test
    void failed_attempt_is_counted_and_delivered_again_until_the_last_one() {
        process(delivery(1), Mono.error(new IllegalStateException("on purpose")));
        RecordedDelivery last = delivery(ATTEMPTS);
        process(last, Mono.error(new IllegalStateException("on purpose")));

        assertThat(settlements).containsExactly("a abandoned", "a replied");
        assertThat(last.reply())
                .isEqualTo(new Reply.Failure(
                        "a",
                        "handler-failed",
                        "The work failed 3 times, at last with java.lang.IllegalStateException: on purpose"));
        assertThat(counter("attempts.failed")).isEqualTo(2);
        assertThat(timer("service").count()).isEqualTo(2);
    }

    @Test
    void time_that_is_over_elsewhere_is_a_failure_of_the_handler() {
        process(delivery(1), Mono.error(new TimeoutException("the tariff's database")));

        assertThat(settlements).containsExactly("a abandoned");
        assertThat(counter("attempts.failed")).isOne();
        assertThat(counter("expired")).isZero();
    }

    @Test
    void handler_that_says_that_it_cannot_be_done_is_not_asked_again() {
        RecordedDelivery delivery = delivery(1);

        process(delivery, Mono.error(new RequestFailedException("no-tariff", "There is no tariff", null)));

        assertThat(delivery.reply()).isEqualTo(new Reply.Failure("a", "no-tariff", "There is no tariff"));
        assertThat(counter("attempts.failed")).isOne();
    }

    @Test
    void queue_that_the_handler_itself_could_not_use_is_tried_again() {
        process(
                delivery(1),
                Mono.error(new RequestFailedException(
                        RequestFailedException.Reason.UNAVAILABLE, "another queue is away", null, Duration.ZERO)));

        assertThat(settlements).containsExactly("a abandoned");
    }

    @Test
    void error_ends_the_worker_and_is_told_as_itself_at_the_last_attempt() {
        assertThatExceptionOfType(WorkerDied.class)
                .isThrownBy(() -> process(delivery(1), Mono.error(new AssertionError("on purpose"))))
                .returns(false, WorkerDied::settled)
                .withCauseInstanceOf(AssertionError.class);
        assertThat(settlements).isEmpty();

        RecordedDelivery last = delivery(ATTEMPTS);
        assertThatExceptionOfType(WorkerDied.class)
                .isThrownBy(() -> process(last, Mono.error(new AssertionError("on purpose"))))
                .returns(true, WorkerDied::settled)
                .withCauseInstanceOf(AssertionError.class);
        assertThat(last.reply())
                .isEqualTo(new Reply.Failure(
                        "a", "worker-died", "The work was begun 3 times. java.lang.AssertionError: on purpose"));
    }

    @Test
    void job_whose_worker_ended_in_each_attempt_is_not_begun_again() {
        RecordedDelivery delivery = delivery(ATTEMPTS + 1);

        process(delivery, Mono.just(new byte[0]));

        assertThat(begun).isEmpty();
        assertThat(delivery.reply())
                .isEqualTo(new Reply.Failure(
                        "a", "worker-died", "The work was begun 3 times. Its worker ended in each of them"));
    }

    @Test
    void job_of_a_stranger_may_have_any_times() {
        process(
                delivery(1, Instant.ofEpochMilli(Long.MIN_VALUE), Instant.ofEpochMilli(Long.MAX_VALUE), "caller"),
                Mono.just(new byte[0]));

        assertThat(settlements).containsExactly("a replied");
    }

    @Test
    void job_that_no_reply_can_be_addressed_to_is_left_to_the_broker_and_ends_no_worker() {
        Instant now = Instant.now();
        process(delivery(1, now, now.plus(TIMEOUT), RecordedDelivery.NOWHERE), Mono.just(new byte[0]));
        process(delivery(ATTEMPTS, now, now.plus(TIMEOUT), RecordedDelivery.NOWHERE), Mono.just(new byte[0]));

        assertThat(begun).containsExactly("a", "a");
        assertThat(settlements).isEmpty();
    }

    @Test
    void failure_is_told_in_so_many_characters_as_every_queue_takes() {
        RecordedDelivery delivery = delivery(1);

        process(delivery, Mono.error(new RequestFailedException("no-tariff", "\ud83d" + "x".repeat(100_000), null)));

        assertThat(delivery.reply().message()).hasSize(4_096).startsWith("?xxx");
    }

    private void process(RecordedDelivery delivery, Mono<byte[]> work) {
        JobProcessor processor = new JobProcessor(
                "test",
                job -> work.doOnSubscribe(subscription -> begun.add(job.id())),
                new RequestReplySettings.WorkerSettings(1, 1, ATTEMPTS, Duration.ofMillis(10)),
                MessageSpans.none("made"),
                new JobMeters(meters, "test", "made"));
        processor.process(delivery).flatMap(settlement -> settlement).block(TIMEOUT);
    }

    private RecordedDelivery delivery(int attempt) {
        return delivery(attempt, Duration.ZERO, TIMEOUT);
    }

    /**
     * @param waited how long ago its caller gave it away
     * @param left how long somebody waits for it
     */
    private RecordedDelivery delivery(int attempt, Duration waited, Duration left) {
        Instant now = Instant.now();
        return delivery(attempt, now.minus(waited), now.plus(left), "caller");
    }

    private RecordedDelivery delivery(int attempt, Instant enqueuedAt, Instant expiresAt, String replyTo) {
        return new RecordedDelivery(
                new Job("a", replyTo, new byte[0], attempt, enqueuedAt, expiresAt, Map.of()),
                Mono::empty,
                settlements::add);
    }

    private Timer timer(String name) {
        return meters.get("jobs." + name).timer();
    }

    private double counter(String name) {
        return meters.get("jobs." + name).counter().count();
    }
}
