package io.dronedelivery.requestreply;

import io.dronedelivery.messaging.drain.Drainable;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * Starts and ends request and reply with the application. The workers end after the last request of this process has its reply,
 * because it may be one of them that does the job.
 */
public final class JobsLifecycle implements SmartLifecycle, Drainable {

    /** Starts before the web server and stops after it: a request over HTTP needs the pool. */
    public static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);
    private static final Logger log = LoggerFactory.getLogger(JobsLifecycle.class);

    private final String name;
    private final RequestReply requests;
    private final WorkerPool workers;
    private final QueueDepth depth;
    private final Mono<Void> shutDown;
    private final Disposable.Swap prewarming = Disposables.swap();
    private final Disposable.Swap watching = Disposables.swap();
    private volatile boolean running;

    /**
     * @param name names it in the report of a drain and in meters, such as {@code pricing}
     * @param meters gets {@code jobs.queue.depth}
     */
    public JobsLifecycle(String name, RequestReply requests, WorkerPool workers, JobQueue queue, MeterRegistry meters) {
        this.name = name;
        this.requests = requests;
        this.workers = workers;
        depth = new QueueDepth(name, queue, meters);
        shutDown = Mono.defer(() -> requests.close().then(queue.close())).cache();
    }

    @Override
    public void start() {
        running = true;
        workers.start();
        watching.update(depth.watch());
        prewarming.update(requests.prewarm()
                .subscribe(
                        nothing -> {},
                        failure -> log.error("The reply channels of {} cannot be opened", name, failure),
                        () -> log.info("The reply channels of {} are open", name)));
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
                .then(shutDown())
                .timeout(STOP_TIMEOUT)
                .doOnError(failure -> log.warn("{} did not shut down in time: {}", name, failure.toString()))
                .onErrorComplete()
                .doFinally(end -> callback.run())
                .subscribe();
    }

    @Override
    public boolean isRunning() {
        return running;
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

    @Override
    public void disable() {
        requests.disable();
        prewarming.dispose();
    }

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
