package io.dronedelivery.servicekit.edge;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Waits for the requests that have begun, and keeps others from beginning, for as long as a phase of the shutdown may take. What is not
 * answered then is broken off, because Spring Boot would wait for it once more.
 */
final class LastRequests implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(LastRequests.class);

    private final ServedConnections connections;
    private final Duration phase;
    private volatile boolean running;

    LastRequests(ServedConnections connections, Duration phase) {
        this.connections = connections;
        this.phase = phase;
    }

    /** Right before Spring Boot's own, which then finds nothing to wait for. */
    @Override
    public int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        log.info("No connection is accepted any more; waiting for the requests that have begun");
        connections.end().orTimeout(phase.toNanos(), TimeUnit.NANOSECONDS).whenComplete((done, late) -> {
            if (late != null) {
                log.warn("Not all requests were answered within {} ms; their connections are closed", phase.toMillis());
                connections.breakOff();
            }
            callback.run();
        });
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Spring Boot's servers go on while a context pauses, too. */
    @Override
    public boolean isPauseable() {
        return false;
    }
}
