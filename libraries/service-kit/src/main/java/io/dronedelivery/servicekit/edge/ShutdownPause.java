package io.dronedelivery.servicekit.edge;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Goes on answering for a while after the readiness has gone down and before the server closes its socket: clients and load balancers
 * learn of it later. Spring Boot takes the readiness down before it stops anything; this is what it stops first. In the pause no
 * connection is kept for another request, so that clients with kept ones come to another instance, too.
 */
final class ShutdownPause implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ShutdownPause.class);

    private final Duration pause;
    private final ServedConnections connections;
    private volatile boolean running;

    ShutdownPause(Duration pause, ServedConnections connections) {
        this.pause = pause;
        this.connections = connections;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        if (pause.isZero()) {
            return;
        }
        connections.leave();
        log.info("Not ready any more; requests are answered for another {} ms", pause.toMillis());
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            // Ends the pause and nothing else: on an interrupted thread Spring Boot would not wait for the requests
            // that have begun.
            log.info("The pause before the end was interrupted");
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
