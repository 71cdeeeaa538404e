package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.drain.FinalLifecycle;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.dronedelivery.requestreply.autoscale.Autoscaler;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Sends a job to a queue and waits for the reply until a deadline. Workers of this process or of others do the job. As a bean it starts,
 * drains and ends with the application, with its workers. Each request uses one reply channel until it ends, so the pool's size limits the
 * requests in flight.
 *
 * <p>Any thread may call all methods. A caller gets its reply on the thread that received it, and must not block there.
 */
public final class RequestReply extends FinalLifecycle implements Drainable {

    /** Starts before the web server and stops after it, because HTTP requests need the pool. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(16);
    /** Longer than a queue needs to close. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(12);

    private static final Logger log = LoggerFactory.getLogger(RequestReply.class);

    final RequestSender requests;
    final WorkerPool workers;
    private final String name;
    private final JobQueue queue;
    private final RequestReplySettings settings;
    private final QueueDepth depth;
    private final @Nullable Autoscaler autoscaler;
    private final Mono<Void> shutDown;
    private final Disposable.Swap prewarming = Disposables.swap();
    private final Disposable.Swap watching = Disposables.swap();

    /** Without spans. */
    public RequestReply(
            String name, JobQueue queue, JobHandler handler, RequestReplySettings settings, MeterRegistry meters) {
        this(name, queue, handler, settings, MessageSpans.none(queue.design()), meters);
    }

    /**
     * @param name of the queue in messages, meters and the report of a drain, such as {@code pricing}
     * @param queue is closed at the end
     * @param handler does the jobs in this process's workers
     * @param spans make the work on a job a part of its caller's trace
     * @param meters gets {@code jobs.*}
     */
    public RequestReply(
            String name,
            JobQueue queue,
            JobHandler handler,
            RequestReplySettings settings,
            MessageSpans spans,
            MeterRegistry meters) {
        super(PHASE);
        this.name = name;
        this.queue = queue;
        this.settings = settings;
        JobMeters jobMeters = new JobMeters(meters, name, queue.design());
        MessageSpans ofDesign = spans.over(queue.design());
        requests = new RequestSender(name, queue, settings, ofDesign, jobMeters);
        workers = new WorkerPool(name, queue, handler, settings.workersAtStart(), ofDesign, jobMeters);
        depth = new QueueDepth(queue, jobMeters);
        autoscaler = settings.autoscaler().enabled()
                ? new Autoscaler(
                        name,
                        new LoadWatch(requests, workers, queue, System::nanoTime).look(),
                        workers::count,
                        workers::resize,
                        settings.autoscaler(),
                        meters,
                        jobMeters.tags(),
                        Schedulers.parallel())
                : null;
        shutDown = Mono.defer(() -> requests.close().then(queue.close())).cache();
    }

    /** Requests like {@link #request(byte[], Duration)}, with the configured deadline. */
    public Mono<byte[]> request(byte[] body) {
        return requests.request(body, settings.deadline());
    }

    /**
     * Sends a job and waits for the reply.
     *
     * @param body the handler's input, at most {@link Job#MAX_BODY_BYTES}
     * @param deadline how long to wait, at most the configured deadline
     * @return the handler's reply. Nothing is sent before the subscription. Fails with {@link RequestFailedException}
     */
    public Mono<byte[]> request(byte[] body, Duration deadline) {
        return requests.request(body, deadline);
    }

    /** Whether the pool is filled and requests are accepted. */
    public boolean ready() {
        return requests.ready();
    }

    public RequestReplyStatus status() {
        return new RequestReplyStatus(
                queue.design(), requests.status(), workers.status(), autoscaler == null ? null : autoscaler.status());
    }

    /** How many jobs the broker has given up; empty for queues that give none up. Fails as a request does. */
    public Mono<Long> deadLetters() {
        return requests.of(queue.deadLetters());
    }

    /**
     * Changes the number of workers at run time. Surplus workers finish their job first.
     *
     * @param count 0 to {@link RequestReplySettings.WorkerSettings#MAX_COUNT}
     * @throws IllegalArgumentException when it is out of range
     */
    public void resizeWorkers(int count) {
        workers.resize(count);
    }

    /**
     * Ends one worker in the middle of its job, as a crash of its code would; for drills.
     *
     * @return false when there is no worker
     */
    public boolean killWorker() {
        return workers.killOne();
    }

    @Override
    protected void begin() {
        if (requests.draining()) {
            throw new IllegalStateException(name + " was stopped, and cannot be started again");
        }
        workers.start();
        watching.update(depth.watch(Schedulers.parallel()));
        prewarming.update(requests.prewarm()
                .subscribe(
                        nothing -> {},
                        failure -> log.error("The reply channels of {} cannot be opened", name, failure),
                        () -> log.info("The reply channels of {} are open", name)));
        if (autoscaler != null) {
            autoscaler.start();
        }
    }

    @Override
    protected Mono<Void> end() {
        disable();
        return drained()
                .timeout(STOP_TIMEOUT)
                .onErrorResume(failure -> toldOnly("Jobs of {} are still worked on, and are given up: {}", failure))
                .then(Mono.defer(this::shutDown).timeout(CLOSE_TIMEOUT))
                .onErrorResume(failure -> toldOnly("The queue of {} was not closed in order: {}", failure));
    }

    private Mono<Void> toldOnly(String message, Throwable failure) {
        log.warn(message, name, failure.toString());
        return Mono.empty();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int order() {
        return CONSUMING;
    }

    /** Refuses further requests; the workers continue, since they may have to do the last ones. */
    @Override
    public void disable() {
        requests.disable();
        prewarming.dispose();
        if (autoscaler != null) {
            autoscaler.stop();
        }
    }

    /** The workers end after the last request of this process has its reply, because one of them may do the job. */
    @Override
    public Mono<Void> drained() {
        return requests.drained().then(workers.stop());
    }

    @Override
    public Mono<Void> shutDown() {
        watching.dispose();
        return shutDown;
    }
}
