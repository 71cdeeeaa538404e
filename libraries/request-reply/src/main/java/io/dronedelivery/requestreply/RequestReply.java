package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The caller's side of request and reply: sends a job and waits for its reply, at most until the deadline. Every request has a reply
 * channel to itself while it lasts, so the pool's size bounds the requests in flight. All methods may be called by any thread; a caller
 * gets its reply on the thread that received it, and must not block there.
 */
public final class RequestReply {

    private static final Logger log = LoggerFactory.getLogger(RequestReply.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final Duration MAX_PREWARM_PAUSE = Duration.ofSeconds(5);

    private final String name;
    private final JobQueue queue;
    private final RequestReplySettings settings;
    private final MessageSpans spans;
    private final PendingReplies pending;
    private final ReplyChannelPool pool;
    private final Map<Outcome, Timer> outcomes = new EnumMap<>(Outcome.class);
    /** Job ids are this and a number: drawing random ones for each request may block. */
    private final String instance = UUID.randomUUID().toString();

    private final AtomicLong lastJob = new AtomicLong();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile boolean ready;
    private volatile boolean draining;

    private enum Outcome {
        ANSWERED,
        FAILED,
        TIMED_OUT,
        REFUSED,
        UNAVAILABLE,
        CANCELLED
    }

    /**
     * @param name names the queue in messages and meters, such as {@code pricing}
     * @param meters gets {@code jobs.requests}, {@code jobs.inflight}, {@code jobs.replies.late} and {@code jobs.pool.*}
     */
    public RequestReply(String name, JobQueue queue, RequestReplySettings settings, MeterRegistry meters) {
        this(name, queue, settings, MessageSpans.none(queue.design()), meters);
    }

    /** With spans, so that the work on a job is a part of its caller's trace; as the other constructor. */
    public RequestReply(
            String name, JobQueue queue, RequestReplySettings settings, MessageSpans spans, MeterRegistry meters) {
        this.name = name;
        this.queue = queue;
        this.settings = settings;
        this.spans = spans.over(queue.design());
        JobMeters jobMeters = new JobMeters(meters, name, queue.design());
        pending = new PendingReplies(jobMeters);
        pool = new ReplyChannelPool(queue.openChannel(pending::accept), settings.pool(), jobMeters);
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, requestTimer(jobMeters, outcome));
        }
    }

    private static Timer requestTimer(JobMeters meters, Outcome outcome) {
        return meters.timer(
                "requests", "From the request to its end", outcome.name().toLowerCase(Locale.ROOT));
    }

    /** Opens the pool's minimum of channels; tries until it succeeds. From then on {@link #ready()}. */
    public Mono<Void> prewarm() {
        return pool.prewarm()
                .retryWhen(Retry.backoff(Long.MAX_VALUE, Duration.ofMillis(100))
                        .maxBackoff(MAX_PREWARM_PAUSE)
                        .doBeforeRetry(signal -> log.warn(
                                "The reply channels of {} cannot be opened yet: {}",
                                name,
                                String.valueOf(signal.failure()))))
                .doOnSuccess(done -> ready = true);
    }

    /** Whether the pool was filled and requests are still taken. */
    public boolean ready() {
        return ready && !draining;
    }

    /** As {@link #request(byte[], Duration)} with the deadline that is configured. */
    public Mono<byte[]> request(byte[] body) {
        return request(body, settings.deadline());
    }

    /**
     * Has a job done.
     *
     * @param body what the handler gets, at most {@link Job#MAX_BODY_BYTES}
     * @param deadline how long to wait; the one that is configured, if that is shorter
     * @return the handler's reply. Nothing is sent until it is subscribed to. Fails with {@link JobQueueFullException} when there is no
     *     room, {@link JobTimeoutException} when the deadline passes, {@link JobFailedException} when the worker says so, and
     *     {@link JobQueueUnavailableException} when the queue cannot be used
     */
    public Mono<byte[]> request(byte[] body, Duration deadline) {
        return Mono.defer(() -> {
            if (draining) {
                return Mono.error(
                        new JobQueueUnavailableException(name + " takes no more requests: it is shutting down"));
            }
            Duration limit = deadline.compareTo(settings.deadline()) < 0 ? deadline : settings.deadline();
            Instant now = Instant.now();
            long start = System.nanoTime();
            requests.incrementAndGet();
            return pool.borrow(channel -> exchange(channel, body, now, now.plus(limit)))
                    .timeout(limit)
                    .onErrorMap(failure -> translated(failure, limit))
                    .doOnSuccess(answer -> record(Outcome.ANSWERED, start))
                    .doOnError(failure -> record(outcomeOf(failure), start))
                    .doOnCancel(() -> record(Outcome.CANCELLED, start))
                    .doFinally(end -> requests.decrementAndGet());
        });
    }

    private Mono<byte[]> exchange(ReplyChannel channel, byte[] body, Instant now, Instant end) {
        return Mono.deferContextual(context -> {
            MessageSpan span = spans.publish(name, context);
            String id = instance + "-" + lastJob.incrementAndGet();
            Job job = new Job(id, channel.address(), body, 1, now, end, span == null ? Map.of() : span.attributes());
            Mono<Void> submission = queue.submit(job);
            return exchange(id, span == null ? submission : span.during(submission, nothing -> null));
        });
    }

    /** The reply may be here before the broker has confirmed the job. */
    private Mono<byte[]> exchange(String jobId, Mono<Void> submission) {
        return Mono.firstWithSignal(pending.to(jobId), submission.then(Mono.<Reply>never()))
                .map(RequestReply::answer);
    }

    private static byte[] answer(Reply reply) {
        if (reply instanceof Reply.Answer answer) {
            return answer.body();
        }
        throw new JobFailedException((Reply.Failure) reply);
    }

    private Throwable translated(Throwable failure, Duration limit) {
        if (failure instanceof TimeoutException) {
            return new JobTimeoutException(name, limit);
        }
        if (failure instanceof JobQueueFullException full) {
            return new JobQueueFullException(
                    name + " is full: " + full.getMessage(), full.getCause(), settings.retryAfter());
        }
        return failure;
    }

    private static Outcome outcomeOf(Throwable failure) {
        if (failure instanceof JobTimeoutException) {
            return Outcome.TIMED_OUT;
        }
        if (failure instanceof JobQueueFullException) {
            return Outcome.REFUSED;
        }
        return failure instanceof JobQueueUnavailableException ? Outcome.UNAVAILABLE : Outcome.FAILED;
    }

    private void record(Outcome outcome, long start) {
        Timer timer = outcomes.get(outcome);
        if (timer != null) {
            timer.record(Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private long count(Outcome outcome) {
        Timer timer = outcomes.get(outcome);
        return timer == null ? 0 : timer.count();
    }

    /** How many requests have been made since the start, those included that have no end yet. */
    public long requests() {
        long ended = 0;
        for (Outcome outcome : Outcome.values()) {
            ended += count(outcome);
        }
        return ended + requests.get();
    }

    /** Refuses requests from now on. */
    void disable() {
        draining = true;
    }

    /** Completes when no request is left, at the latest when the deadline of the last one is over. */
    Mono<Void> drained() {
        return Flux.interval(Duration.ZERO, LOOK_AGAIN)
                .onBackpressureDrop()
                .filter(tick -> requests.get() == 0)
                .next()
                .then();
    }

    /** Closes the reply channels. */
    Mono<Void> close() {
        return pool.close();
    }

    /** The figures of now. */
    public Status status() {
        return new Status(
                requests.get(),
                count(Outcome.ANSWERED),
                count(Outcome.FAILED),
                count(Outcome.TIMED_OUT),
                count(Outcome.REFUSED),
                count(Outcome.UNAVAILABLE),
                pending.late(),
                ready(),
                pool.status());
    }

    /**
     * What became of the requests since the start.
     *
     * @param inflight requests without an end yet, those that wait for a channel included
     * @param answered with a reply
     * @param failed the worker said that it cannot be done
     * @param timedOut no reply within the deadline
     * @param refused there was no room
     * @param unavailable the queue could not be used
     * @param late replies that nobody waited for any more
     */
    public record Status(
            int inflight,
            long answered,
            long failed,
            long timedOut,
            long refused,
            long unavailable,
            long late,
            boolean ready,
            ReplyChannelPool.Status pool) {}
}
