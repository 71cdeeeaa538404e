package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.event.HandlerCall;
import io.dronedelivery.messaging.trace.MessageSpan;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.RequestFailedException.Reason;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.Reply;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Processes a delivery: calls the handler, and settles the delivery by the result. Any thread may call it. */
final class JobProcessor {

    private static final Logger log = LoggerFactory.getLogger(JobProcessor.class);
    private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(30);

    private final String name;
    private final JobHandler handler;
    private final RequestReplySettings.WorkerSettings settings;
    private final MessageSpans spans;
    private final Times wait;
    private final Times service;
    private final ReadableCounter expired;
    private final ReadableCounter failed;

    JobProcessor(
            String name,
            JobHandler handler,
            RequestReplySettings.WorkerSettings settings,
            MessageSpans spans,
            JobMeters meters) {
        this.name = name;
        this.handler = handler;
        this.settings = settings;
        this.spans = spans;
        wait = meters.times("wait", "From the request to the begin of its work, by the clocks of caller and worker");
        service = meters.times("service", "The handler's work");
        expired = meters.count("expired", "Jobs that were not or no longer worked on, since no caller waited for them");
        failed = meters.count("attempts.failed", "Deliveries that the handler failed on");
    }

    long handled() {
        return service.count();
    }

    /** A failure that ends the worker: an {@link Error} of the handler. */
    static final class WorkerDied extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean settled;

        WorkerDied(@Nullable Throwable cause, boolean settled) {
            super(String.valueOf(cause), cause);
            this.settled = settled;
        }

        /** Whether the delivery was settled nevertheless. */
        boolean settled() {
            return settled;
        }
    }

    /**
     * Does the work.
     *
     * @return emits the settlement of the delivery when the work has ended. The caller subscribes to the settlement, which never fails,
     *     while the next job is in work. Fails only with {@link WorkerDied}
     */
    Mono<Mono<Void>> process(JobDelivery delivery) {
        return Mono.defer(() -> {
            Job job = delivery.job();
            if (job.remaining().isZero()) {
                expired.increment();
                return Mono.just(settled(delivery, delivery.drop()));
            }
            if (job.attempt() > settings.attempts()) {
                return Mono.just(replied(delivery, workerDied(job, "Its worker ended in each of them")));
            }
            wait.record(job.waited());
            long start = System.nanoTime();
            return handled(job)
                    .doFinally(end -> service.recordSince(start))
                    .map(body -> replied(delivery, answer(job, body)))
                    .onErrorResume(failure -> failed(delivery, failure));
        });
    }

    private Mono<byte[]> handled(Job job) {
        return call(job).defaultIfEmpty(new byte[0]).timeout(job.remaining());
    }

    private Mono<byte[]> call(Job job) {
        return HandlerCall.of(
                () -> traced(job, handler.handle(job)),
                error -> new WorkerDied(error, false),
                thrown -> log.error("The work on the job {} failed when it was broken off", job.id(), thrown));
    }

    /** The work as a part of its caller's trace. */
    private Mono<byte[]> traced(Job job, Mono<byte[]> work) {
        MessageSpan span = job.trace().isEmpty() ? null : spans.process(name, job.trace()::get);
        return span == null ? work : span.with("messaging.message.id", job.id()).during(work, answer -> null);
    }

    private static Reply answer(Job job, byte[] body) {
        return body.length <= Job.MAX_BODY_BYTES
                ? new Reply.Answer(job.id(), body)
                : new Reply.Failure(
                        job.id(),
                        "reply-too-large",
                        "The reply has " + body.length + " bytes; possible are " + Job.MAX_BODY_BYTES);
    }

    private Mono<Mono<Void>> failed(JobDelivery delivery, Throwable failure) {
        Job job = delivery.job();
        if (failure instanceof TimeoutException && job.remaining().isZero()) {
            expired.increment();
            return Mono.just(settled(delivery, delivery.drop()));
        }
        failed.increment();
        if (failure instanceof RequestFailedException refused && refused.reason() == Reason.FAILED) {
            return Mono.just(replied(
                    delivery, new Reply.Failure(job.id(), refused.code(), String.valueOf(refused.getMessage()))));
        }
        boolean last = job.attempt() >= settings.attempts();
        if (failure instanceof WorkerDied || !(failure instanceof Exception)) {
            return died(delivery, failure instanceof WorkerDied died ? died : new WorkerDied(failure, false), last);
        }
        if (last) {
            log.error("The job {} failed {} times", job.id(), job.attempt(), failure);
            return Mono.just(replied(
                    delivery,
                    new Reply.Failure(
                            job.id(),
                            "handler-failed",
                            "The work failed " + job.attempt() + " times, at last with " + failure)));
        }
        log.info(
                "The job {} failed in attempt {} and is delivered again: {}",
                job.id(),
                job.attempt(),
                failure.toString());
        return Mono.delay(settings.retryPause()).thenReturn(settled(delivery, delivery.abandon()));
    }

    private Mono<Mono<Void>> died(JobDelivery delivery, WorkerDied death, boolean last) {
        return last
                ? replied(delivery, workerDied(delivery.job(), String.valueOf(death.getMessage())))
                        .then(Mono.error(new WorkerDied(death.getCause(), true)))
                : Mono.error(death);
    }

    private Reply workerDied(Job job, String how) {
        return new Reply.Failure(
                job.id(), "worker-died", "The work was begun " + settings.attempts() + " times. " + how);
    }

    /** An exception that a queue throws at once, such as for an invalid address, becomes a failure of the settlement. */
    private static Mono<Void> replied(JobDelivery delivery, Reply reply) {
        return settled(delivery, Mono.defer(() -> delivery.reply(reply)));
    }

    /** A settlement that fails leaves the job to the broker, which delivers it again when its lock ends. */
    private static Mono<Void> settled(JobDelivery delivery, Mono<Void> settlement) {
        return settlement.timeout(SETTLE_TIMEOUT).onErrorResume(failure -> {
            log.warn(
                    "The job {} could not be settled and will be delivered again: {}",
                    delivery.job().id(),
                    failure.toString());
            return Mono.empty();
        });
    }
}
