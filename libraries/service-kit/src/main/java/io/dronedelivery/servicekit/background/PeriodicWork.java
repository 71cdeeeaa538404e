package io.dronedelivery.servicekit.background;

import java.time.Duration;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/**
 * Work that is done when the application has started and again after each pause, never twice at the same time. A run that fails is
 * logged, and the next one comes after the pause, or after a minute when the pause is longer. It ends before the rest of the
 * application does.
 */
public final class PeriodicWork implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PeriodicWork.class);

    private static final Duration LONGEST_PAUSE_AFTER_A_FAILURE = Duration.ofMinutes(1);

    private final String name;
    private final Duration pause;
    private final Mono<?> work;
    private volatile Runs runs = new Runs();

    /**
     * @param name names it in the log
     * @param pause from the end of a run to the start of the next
     * @param work one run; subscribed to again for each. It has to end by itself
     */
    public PeriodicWork(String name, Duration pause, Mono<?> work) {
        this.name = name;
        this.pause = pause;
        this.work = work;
    }

    @Override
    public void start() {
        if (!isRunning()) {
            runs = new Runs();
            work.then(Mono.just(pause))
                    .onErrorResume(failure -> Mono.just(pauseAfter(failure)))
                    .flatMap(Mono::delay)
                    .repeat()
                    .subscribe(runs);
        }
    }

    private Duration pauseAfter(Throwable failure) {
        Duration next = pause.compareTo(LONGEST_PAUSE_AFTER_A_FAILURE) < 0 ? pause : LONGEST_PAUSE_AFTER_A_FAILURE;
        log.warn("{} failed and is tried again in {}: {}", name, next, failure.toString());
        log.debug("The reason of the warning before", failure);
        return next;
    }

    @Override
    public void stop() {
        runs.cancel();
    }

    @Override
    public boolean isRunning() {
        return runs.started && !runs.isDisposed();
    }

    private static final class Runs extends BaseSubscriber<Long> {

        private volatile boolean started;

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            started = true;
            subscription.request(Long.MAX_VALUE);
        }
    }
}
