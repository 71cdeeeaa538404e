package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.messaging.drain.FinalLifecycle;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Opens the connections of a {@link SenderPool} at the start of the application, and closes them at its end, after all senders. */
final class ServiceBusSenders extends FinalLifecycle implements Drainable {

    /** Starts before the web server and the consumers, and stops after them. */
    private static final int PHASE = Integer.MAX_VALUE - 3000;

    private static final Duration CHECK_PAUSE = Duration.ofMillis(20);

    private final SenderPool pool;

    ServiceBusSenders(SenderPool pool) {
        super(PHASE);
        this.pool = pool;
    }

    @Override
    protected void begin() {
        pool.start();
    }

    @Override
    protected Mono<Void> end() {
        return shutDown();
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
