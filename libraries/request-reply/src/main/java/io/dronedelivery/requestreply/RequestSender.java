package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.RequestFailedException.Reason;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** The caller's side: sends jobs and matches replies to them. Any thread may call it. */
final class RequestSender {

    private static final Logger log = LoggerFactory.getLogger(RequestSender.class);
    private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final Duration MAX_PREWARM_PAUSE = Duration.ofSeconds(5);

    private final String name;
    private final JobQueue queue;
    private final RequestReplySettings settings;
    private final MessageSpans spans;
    private final PendingReplies pending;
    private final ReplyChannelPool pool;
    private final Map<Outcome, Times> outcomes = new EnumMap<>(Outcome.class);
    /** Job ids are this and a number: random ids for each request may block. */
    private final String instance = UUID.randomUUID().toString();

    private final AtomicLong lastJob = new AtomicLong();
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean ready;
    private volatile boolean draining;

    /** The reasons of {@link Reason}, and two more. */
    private enum Outcome {
        ANSWERED,
        FAILED,
        TIMED_OUT,
        REFUSED,
        UNAVAILABLE,
        CANCELLED
    }

    RequestSender(String name, JobQueue queue, RequestReplySettings settings, MessageSpans spans, JobMeters meters) {
        this.name = name;
        this.queue = queue;
        this.settings = settings;
        this.spans = spans;
        pending = new PendingReplies(meters);
        pool = new ReplyChannelPool(of(openChannel()), settings.pool(), meters);
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(
                    outcome,
                    meters.times(
                            "requests",
                            "From the request to its end",
                            outcome.name().toLowerCase(Locale.ROOT)));
        }
    }

    private Mono<ReplyChannel> openChannel() {
        return queue.openChannel(pending::accept)
                .timeout(
                        OPEN_TIMEOUT,
                        Mono.error(() -> new TimeoutException("no reply channel was opened within " + OPEN_TIMEOUT)));
    }

    /** Opens the pool's minimum of channels; tries until it succeeds. Then {@link #ready()} is true. */
    Mono<Void> prewarm() {
        return pool.prewarm()
                .retryWhen(Retry.backoff(Long.MAX_VALUE, Duration.ofMillis(100))
                        .maxBackoff(MAX_PREWARM_PAUSE)
                        .doBeforeRetry(signal -> log.warn(
                                "The reply channels of {} cannot be opened yet: {}",
                                name,
                                String.valueOf(signal.failure()))))
                .doOnSuccess(done -> ready = true);
    }

    boolean ready() {
        return ready && !draining;
    }

    Mono<byte[]> request(byte[] body, Duration deadline) {
        return Mono.defer(() -> {
            if (draining) {
                return Mono.error(
                        failed(Reason.UNAVAILABLE, name + " takes no more requests: it is shutting down", null));
            }
            Duration limit = deadline.compareTo(settings.deadline()) < 0 ? deadline : settings.deadline();
            Instant now = Instant.now();
            long start = System.nanoTime();
            inFlight.incrementAndGet();
            return pool.borrow(channel -> exchange(channel, body, now, now.plus(limit)))
                    .timeout(limit)
                    .onErrorMap(failure -> translated(failure, limit))
                    .doOnSuccess(answer -> record(Outcome.ANSWERED, start))
                    .doOnError(failure -> record(outcomeOf(failure), start))
                    .doOnCancel(() -> record(Outcome.CANCELLED, start))
                    .doFinally(end -> inFlight.decrementAndGet());
        });
    }

    private Mono<byte[]> exchange(ReplyChannel channel, byte[] body, Instant now, Instant end) {
        return Mono.deferContextual(context -> {
            MessageSpan span = spans.publish(name, context);
            String id = instance + "-" + lastJob.incrementAndGet();
            Job job = new Job(id, channel.address(), body, 1, now, end, span == null ? Map.of() : span.attributes());
            Mono<Void> submission = of(queue.submit(job));
            return exchange(id, span == null ? submission : span.during(submission, nothing -> null));
        });
    }

    /** The reply may arrive before the broker has confirmed the job. */
    private Mono<byte[]> exchange(String jobId, Mono<Void> submission) {
        return Mono.firstWithSignal(pending.to(jobId), submission.then(Mono.<Reply>never()))
                .map(this::answer);
    }

    private byte[] answer(Reply reply) {
        if (reply instanceof Reply.Failure failure) {
            throw new RequestFailedException(
                    Reason.FAILED, failure.code(), failure.message(), null, settings.retryAfter());
        }
        return reply.body();
    }

    /** Maps the queue's failures: it is full, or it cannot be used now. */
    <T> Mono<T> of(Mono<T> question) {
        return question.onErrorMap(
                failure -> !(failure instanceof JobQueueFullException),
                failure -> failed(Reason.UNAVAILABLE, "The queue " + name + " cannot be used: " + failure, failure));
    }

    private Throwable translated(Throwable failure, Duration limit) {
        if (failure instanceof TimeoutException) {
            return failed(Reason.TIMED_OUT, "No reply from " + name + " within " + limit.toMillis() + " ms", null);
        }
        return failure instanceof JobQueueFullException
                ? failed(Reason.REFUSED, name + " is full: " + failure.getMessage(), failure.getCause())
                : failure;
    }

    private RequestFailedException failed(Reason reason, String message, @Nullable Throwable cause) {
        return new RequestFailedException(reason, message, cause, settings.retryAfter());
    }

    private static Outcome outcomeOf(Throwable failure) {
        return failure instanceof RequestFailedException failed
                ? Outcome.valueOf(failed.reason().name())
                : Outcome.FAILED;
    }

    private void record(Outcome outcome, long start) {
        times(outcome).recordSince(start);
    }

    private long count(Outcome outcome) {
        return times(outcome).count();
    }

    private Times times(Outcome outcome) {
        return Objects.requireNonNull(outcomes.get(outcome));
    }

    /** How many requests have been made since the start, with unfinished ones. */
    long made() {
        long ended = 0;
        for (Outcome outcome : Outcome.values()) {
            ended += count(outcome);
        }
        return ended + inFlight.get();
    }

    /** Whether it refuses requests permanently. */
    boolean draining() {
        return draining;
    }

    /** Refuses requests from now on. */
    void disable() {
        draining = true;
    }

    /** Completes when no request is left, at the latest at the deadline of the last one. */
    Mono<Void> drained() {
        return Flux.interval(Duration.ZERO, LOOK_AGAIN)
                .onBackpressureDrop()
                .filter(tick -> inFlight.get() == 0)
                .next()
                .then();
    }

    /** Closes the reply channels. */
    Mono<Void> close() {
        return pool.close();
    }

    RequestReplyStatus.RequestCounts status() {
        return new RequestReplyStatus.RequestCounts(
                inFlight.get(),
                count(Outcome.ANSWERED),
                count(Outcome.FAILED),
                count(Outcome.TIMED_OUT),
                count(Outcome.REFUSED),
                count(Outcome.UNAVAILABLE),
                pending.late(),
                ready(),
                pool.status());
    }
}
