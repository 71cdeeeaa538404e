package io.dronedelivery.messaging.drain;

import io.dronedelivery.messaging.drain.DrainReport.DrainStatus;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Mono;

/**
 * Drains when the application ends. The web server has then answered its requests, which may still admit messages, and no other part is
 * closed yet. So no accepted request is refused, and no message that was answered with 202 is lost.
 */
final class DrainLifecycle extends FinalLifecycle {

    /**
     * Phases stop from the highest to the lowest: Boot waits for requests in {@code DEFAULT_PHASE - 1024} and stops the web server in
     * {@code DEFAULT_PHASE - 2048}.
     */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1536;

    private static final Logger log = LoggerFactory.getLogger(DrainLifecycle.class);

    private final Drain drain;
    private final Duration time;

    /** @param time how long the drain may delay the end of the application */
    DrainLifecycle(Drain drain, Duration time) {
        super(PHASE);
        this.drain = drain;
        this.time = time;
    }

    @Override
    protected Mono<Void> end() {
        return drain.within(time).doOnNext(this::tell).then();
    }

    private void tell(DrainReport report) {
        if (report.status() == DrainStatus.DRAINING) {
            log.warn("The application ends after {} though work is left in {}", time, report.waitingFor());
        }
    }
}
