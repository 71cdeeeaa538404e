package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.RequestFailedException.Reason;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.Reply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The caller's side without workers: the test takes the jobs from the queue itself, or leaves them there. */
class RequestSenderTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final WatchedQueue queue = new WatchedQueue();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void request_waits_for_the_shorter_one_of_its_own_deadline_and_the_one_that_is_configured() {
        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> requests(TIMEOUT).request(new byte[0], SHORT).block(TIMEOUT))
                .returns(Reason.TIMED_OUT, RequestFailedException::reason)
                .withMessage("No reply from test within 50 ms");
        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> requests(SHORT).request(new byte[0], TIMEOUT).block(TIMEOUT))
                .withMessage("No reply from test within 50 ms");
    }

    @Test
    void job_carries_its_deadline_and_an_id_of_its_own() {
        RequestSender requests = requests(TIMEOUT);
        Disposable asked = Flux.range(0, 2)
                .flatMap(n -> requests.request(new byte[] {7}, Duration.ofSeconds(20)))
                .subscribe();

        List<Job> jobs = jobs(2);
        assertThat(jobs).extracting(Job::id).doesNotHaveDuplicates();
        assertThat(jobs).extracting(Job::replyTo).doesNotHaveDuplicates();
        assertThat(jobs)
                .allSatisfy(job -> assertThat(Duration.between(job.enqueuedAt(), job.expiresAt()))
                        .hasSeconds(20))
                .allSatisfy(job -> assertThat(job.attempt()).isOne())
                .allSatisfy(job -> assertThat(job.body()).containsExactly(7))
                .allSatisfy(job -> assertThat(job.trace()).isEmpty());
        asked.dispose();
    }

    @Test
    void every_end_is_counted_and_timed_by_what_it_was() {
        RequestSender requests = requests(TIMEOUT);
        requests.prewarm().block(TIMEOUT);

        Disposable asked = requests.request(new byte[0], TIMEOUT).subscribe();
        assertThat(requests.status()).returns(1, RequestReplyStatus.RequestCounts::inflight);
        assertThat(requests.made()).isOne();
        assertThat(meters.get("jobs.inflight").gauge().value()).isOne();
        asked.dispose();
        assertThat(requests.status()).returns(0, RequestReplyStatus.RequestCounts::inflight);
        assertThat(outcomes("cancelled")).isOne();
        assertThat(jobs(1)).as("the one that nobody waits for").hasSize(1);

        answerNext(job -> new Reply.Answer(job.id(), new byte[0]));
        requests.request(new byte[0], TIMEOUT).block(TIMEOUT);
        answerNext(job -> new Reply.Failure(job.id(), "no-tariff", "There is no tariff"));
        requests.request(new byte[0], TIMEOUT).onErrorComplete().block(TIMEOUT);
        requests.request(new byte[0], SHORT).onErrorComplete().block(TIMEOUT);

        await().atMost(TIMEOUT).until(() -> requests.status().inflight() == 0);
        assertThat(requests.status())
                .returns(1L, RequestReplyStatus.RequestCounts::answered)
                .returns(1L, RequestReplyStatus.RequestCounts::failed)
                .returns(1L, RequestReplyStatus.RequestCounts::timedOut)
                .returns(0L, RequestReplyStatus.RequestCounts::refused)
                .returns(0L, RequestReplyStatus.RequestCounts::unavailable);
        assertThat(requests.made()).isEqualTo(4);
        assertThat(meters.get("jobs.requests")
                        .tag("outcome", "timed_out")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isBetween((double) SHORT.toMillis(), (double) TIMEOUT.toMillis());
    }

    @Test
    void body_that_no_queue_takes_fails_its_caller_and_no_other() {
        RequestSender requests = requests(TIMEOUT);

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> requests.request(new byte[Job.MAX_BODY_BYTES + 1], TIMEOUT)
                        .block(TIMEOUT));

        assertThat(requests.status()).returns(1L, RequestReplyStatus.RequestCounts::failed);
        assertThat(requests.status().pool()).returns(0, RequestReplyStatus.ChannelPoolStatus::inUse);
    }

    @Test
    void pool_is_filled_as_soon_as_the_broker_opens_channels_and_has_room_for_all_of_them() {
        RequestSender requests = requests(TIMEOUT);
        queue.opening = Mono.error(new IllegalStateException("not yet"));
        AtomicInteger tries = new AtomicInteger();
        Disposable filling = requests.prewarm().subscribe();
        queue.opening = Mono.<Void>error(new IllegalStateException("not yet"))
                .doOnSubscribe(subscription -> tries.incrementAndGet());
        await().atMost(TIMEOUT).until(() -> tries.get() > 0);
        assertThat(requests.ready()).isFalse();

        queue.opening = Mono.empty();

        await().atMost(TIMEOUT).until(requests::ready);
        assertThat(queue.opened).hasValue(2);
        assertThat(requests.status().pool()).returns(2, RequestReplyStatus.ChannelPoolStatus::idle);
        Disposable asked = Flux.range(0, 2)
                .flatMap(n -> requests.request(new byte[0], TIMEOUT))
                .subscribe();
        assertThat(requests.status().pool()).returns(2, RequestReplyStatus.ChannelPoolStatus::inUse);
        assertThat(jobs(2)).hasSize(2);
        asked.dispose();
        filling.dispose();
    }

    @Test
    void channel_that_cannot_be_opened_fails_the_request_as_a_queue_that_cannot_be_used() {
        queue.opening = Mono.error(new IllegalStateException("link refused"));

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(
                        () -> requests(TIMEOUT).request(new byte[0], TIMEOUT).block(TIMEOUT))
                .returns(Reason.UNAVAILABLE, RequestFailedException::reason)
                .withMessage("The queue test cannot be used: java.lang.IllegalStateException: link refused")
                .havingCause()
                .withMessage("link refused");
    }

    @Test
    void full_queue_is_told_with_its_cause() {
        Throwable cause = new IllegalStateException("quota");
        queue.opening = Mono.error(new JobQueueFullException("The topic is full", cause));

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(
                        () -> requests(TIMEOUT).request(new byte[0], TIMEOUT).block(TIMEOUT))
                .returns(Reason.REFUSED, RequestFailedException::reason)
                .withCause(cause);
    }

    @Test
    void drained_it_has_no_request_left_and_takes_none() {
        RequestSender requests = requests(TIMEOUT);
        requests.prewarm().block(TIMEOUT);
        Mono<byte[]> last = requests.request(new byte[0], TIMEOUT).cache();
        Disposable asked = last.subscribe();

        requests.disable();
        AtomicBoolean drained = new AtomicBoolean();
        Disposable draining =
                requests.drained().doOnSuccess(end -> drained.set(true)).subscribe();
        assertThat(requests.ready()).isFalse();
        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> requests.request(new byte[0], TIMEOUT).block(TIMEOUT))
                .returns(Reason.UNAVAILABLE, RequestFailedException::reason)
                .withMessage("test takes no more requests: it is shutting down");
        assertThat(drained).isFalse();
        answerNext(job -> new Reply.Answer(job.id(), new byte[] {1}));

        assertThat(last.block(TIMEOUT)).containsExactly(1);
        await().atMost(TIMEOUT).untilTrue(drained);
        requests.close().block(TIMEOUT);
        assertThat(queue.channelsClosed).hasValue(2);
        asked.dispose();
        draining.dispose();
    }

    private RequestSender requests(Duration deadline) {
        return new RequestSender(
                "test",
                queue,
                new RequestReplySettings(
                        deadline,
                        Duration.ofSeconds(7),
                        new RequestReplySettings.ChannelPoolSettings(2, 2, 10),
                        new RequestReplySettings.WorkerSettings(0, 1, 3, SHORT),
                        AutoscalerSettings.OFF),
                MessageSpans.none("watched"),
                new JobMeters(meters, "test", "watched"));
    }

    private List<Job> jobs(int count) {
        return Flux.from(queue.deliveries())
                .map(JobDelivery::job)
                .take(count)
                .collectList()
                .block(TIMEOUT);
    }

    /** Replies to the next job, which may be there already. */
    private void answerNext(Function<Job, Reply> reply) {
        Flux.from(queue.deliveries())
                .take(1)
                .flatMap(delivery -> delivery.reply(reply.apply(delivery.job())))
                .subscribe();
    }

    private long outcomes(String outcome) {
        return meters.get("jobs.requests").tag("outcome", outcome).timer().count();
    }
}
