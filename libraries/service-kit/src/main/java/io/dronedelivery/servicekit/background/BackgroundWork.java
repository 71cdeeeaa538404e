package io.dronedelivery.servicekit.background;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;

/**
 * Work that goes on when its request has been answered. Its callers have to bound how much of it there is. Failures are
 * logged at most every five seconds: when a store is unavailable, all work that needs it fails. Any thread may call it.
 */
public final class BackgroundWork {

    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private static final Logger log = LoggerFactory.getLogger(BackgroundWork.class);

    private final String name;
    private final Set<Run> runs = ConcurrentHashMap.newKeySet();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong nextLine = new AtomicLong(System.nanoTime());

    /** @param name names it in the log */
    public BackgroundWork(String name) {
        this.name = name;
    }

    /** Starts the work in a separate context: neither the deadline nor the cancellation of a request reaches it. */
    public void run(Mono<Void> work) {
        Run run = new Run();
        runs.add(run);
        work.subscribe(run);
    }

    /** Completes when all work that has been started by now has ended. */
    public Mono<Void> idle() {
        return Flux.defer(() -> Flux.fromIterable(runs))
                .flatMap(run -> run.ended.asMono(), Integer.MAX_VALUE)
                .then();
    }

    private void logFailure(Throwable failure) {
        log.debug("{} failed", name, failure);
        int since = failures.incrementAndGet();
        long now = System.nanoTime();
        long due = nextLine.get();
        if (now - due >= 0 && nextLine.compareAndSet(due, now + PAUSE_NANOS)) {
            failures.addAndGet(-since);
            log.warn("{} failed {} times since the last such line, at last: {}", name, since, failure.toString());
        }
    }

    private final class Run extends BaseSubscriber<Void> {

        private final Sinks.Empty<Void> ended = Sinks.empty();

        @Override
        protected void hookOnError(Throwable failure) {
            logFailure(failure);
        }

        @Override
        protected void hookFinally(SignalType end) {
            runs.remove(this);
            ended.tryEmitEmpty();
        }
    }
}
