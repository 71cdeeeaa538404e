package io.dronedelivery.messaging.drain;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Mono;

/**
 * A part of the application that ends once: its end is final, so it does not pause with a context that continues later. The application
 * waits for the end.
 */
public abstract class FinalLifecycle implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(FinalLifecycle.class);

    private final int phase;
    private volatile boolean running;

    /** @param phase parts start from the lowest to the highest, and end in the opposite order */
    protected FinalLifecycle(int phase) {
        this.phase = phase;
    }

    /** Called at the start, on the thread that starts the application. */
    protected void begin() {}

    /** Completes when the part has ended. A failure is logged. */
    protected abstract Mono<Void> end();

    @Override
    public final void start() {
        running = true;
        begin();
    }

    @Override
    public final void stop() {
        stop(() -> {});
    }

    @Override
    public final void stop(Runnable callback) {
        running = false;
        end().doFinally(signal -> callback.run())
                .subscribe(
                        nothing -> {},
                        failure ->
                                log.warn("{} did not end in order", getClass().getSimpleName(), failure));
    }

    @Override
    public final boolean isRunning() {
        return running;
    }

    @Override
    public final boolean isPauseable() {
        return false;
    }

    @Override
    public final int getPhase() {
        return phase;
    }
}
