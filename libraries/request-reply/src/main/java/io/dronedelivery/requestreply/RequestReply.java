package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.drain.Drainable;
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
 * Has jobs done over a queue, by workers of this process or of others: sends a job and waits for its reply, at most until the deadline.
 * As a bean it starts, drains and ends with the application, and its workers with it. Every request has a reply channel to itself while it
 * lasts, so the pool's size bounds the requests in flight.
 *
 * <p>All methods may be called by any thread; a caller gets its reply on the thread that received it, and must not block there.
 */
public final class RequestReply implements SmartLifecycle, Drainable {

    /** Starts before the web server and stops after it: a request over HTTP needs the pool. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(16);
    /** Longer than a queue takes by itself. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(12);

    private static final Logger log = LoggerFactory.getLogger(RequestReply.class);

    final Requests requests;
    final WorkerPool workers;
    private final String name;
    private final JobQueue queue;
    private final RequestReplySettings settings;
    private final QueueDepth depth;
    private final @Nullable Autoscaler autoscaler;
    private final Mono<Void> shutDown;
    private final Disposable.Swap prewarming = Disposables.swap();
    private final Disposable.Swap watching = Disposables.swap();
    private volatile boolean running;

    /** Without spans; as the other constructor. */
    public RequestReply(
            String name, JobQueue queue, JobHandler handler, RequestReplySettings settings, MeterRegistry meters) {
        this(name, queue, handler, settings, MessageSpans.none(queue.design()), meters);
    }

    /**
     * @param name names the queue in messages, meters and the report of a drain, such as {@code pricing}
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
        this.name = name;
        this.queue = queue;
        this.settings = settings;
        JobMeters jobMeters = new JobMeters(meters, name, queue.design());
        MessageSpans ofDesign = spans.over(queue.design());
        requests = new Requests(name, queue, settings, ofDesign, jobMeters);
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

    /** As {@link #request(byte[], Duration)} with the deadline that is configured. */
    public Mono<byte[]> request(byte[] body) {
        return requests.request(body, settings.deadline());
    }

    /**
     * Has a job done.
     *
     * @param body what the handler gets, at most {@link Job#MAX_BODY_BYTES}
     * @param deadline how long to wait; the one that is configured, if that is shorter
     * @return the handler's reply. Nothing is sent until it is subscribed to. Fails with {@link RequestFailedException}
     */
    public Mono<byte[]> request(byte[] body, Duration deadline) {
        return requests.request(body, deadline);
    }

    /** Whether the pool was filled and requests are still taken. */
    public boolean ready() {
        return requests.ready();
    }

    /** The figures of now. */
    public RequestReplyStatus status() {
        return new RequestReplyStatus(
                queue.design(), requests.status(), workers.status(), autoscaler == null ? null : autoscaler.status());
    }

    /** How many jobs the broker has given up; empty in designs that give none up. Fails as a request does. */
    public Mono<Long> deadLetters() {
        return requests.of(queue.deadLetters());
    }

    /**
     * Changes the number of workers while they work. Surplus workers finish their job first.
     *
     * @param count 0 to {@link RequestReplySettings.Workers#MAX_COUNT}
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
    public void start() {
        if (requests.draining()) {
            throw new IllegalStateException(name + " was stopped, and cannot be started again");
        }
        running = true;
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
    public void stop() {
        stop(() -> {});
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        disable();
        drained()
                .timeout(STOP_TIMEOUT)
                .onErrorResume(failure -> toldOnly("Jobs of {} are still worked on, and are given up: {}", failure))
                .then(Mono.defer(this::shutDown).timeout(CLOSE_TIMEOUT))
                .onErrorResume(failure -> toldOnly("The queue of {} was not closed in order: {}", failure))
                .doFinally(end -> callback.run())
                .subscribe();
    }

    private Mono<Void> toldOnly(String message, Throwable failure) {
        log.warn(message, name, failure.toString());
        return Mono.empty();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** It ends for good when it is stopped. */
    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int order() {
        return CONSUMING;
    }

    /** Refuses further requests; the workers go on, since they may have to do the last ones. */
    @Override
    public void disable() {
        requests.disable();
        prewarming.dispose();
        if (autoscaler != null) {
            autoscaler.stop();
        }
    }

    /** The workers end after the last request of this process has its reply, because it may be one of them that does the job. */
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
