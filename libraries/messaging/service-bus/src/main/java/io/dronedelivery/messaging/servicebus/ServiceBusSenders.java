package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.drain.Drainable;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Opens the connections of a {@link SenderPool} at the start of the application, and closes them at its end, after all senders. */
final class ServiceBusSenders implements SmartLifecycle, Drainable {

    private static final Duration CHECK_PAUSE = Duration.ofMillis(20);

    private final SenderPool pool;
    private volatile boolean running;

    ServiceBusSenders(SenderPool pool) {
        this.pool = pool;
    }

    @Override
    public void start() {
        pool.start();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public void stop(Runnable whenDone) {
        stop();
        shutDown().subscribe(nothing -> {}, failure -> whenDone.run(), whenDone);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Connections are closed permanently, but a paused context continues later. */
    @Override
    public boolean isPauseable() {
        return false;
    }

    /** Starts before the web server and the consumers, and stops after them. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE - 3000;
    }

    @Override
    public String name() {
        return "Service Bus connections";
    }

    @Override
    public int order() {
        return SENDING + 1;
    }

    /** Does nothing: the parts that send are disabled earlier, and their last events are still accepted. */
    @Override
    public void disable() {}

    @Override
    public Mono<Void> drained() {
        return Flux.interval(Duration.ZERO, CHECK_PAUSE)
                .takeUntil(tick -> pool.inFlight() == 0)
                .then();
    }

    @Override
    public Mono<Void> shutDown() {
        return pool.close();
    }
}
