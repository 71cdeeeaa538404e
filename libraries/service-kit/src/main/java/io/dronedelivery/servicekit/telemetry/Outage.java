package io.dronedelivery.servicekit.telemetry;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A time in which no telemetry can be sent: logged every five minutes while it lasts, and when it ends. */
final class Outage {

    private static final Logger log = LoggerFactory.getLogger(Outage.class);
    private static final long BETWEEN = Duration.ofMinutes(5).toNanos();

    private final String receiver;
    private boolean lasts;
    private long saidAt;

    /** @param receiver to whom nothing can be sent, for people */
    Outage(String receiver) {
        this.receiver = receiver;
    }

    synchronized void seen(String reason) {
        long now = System.nanoTime();
        if (!lasts || now - saidAt >= BETWEEN) {
            lasts = true;
            saidAt = now;
            log.warn("Telemetry cannot be sent to {}: {}. It is tried again; 50 MB at most are kept", receiver, reason);
        }
    }

    synchronized void ended() {
        if (lasts) {
            lasts = false;
            log.info("Telemetry can be sent to {} again", receiver);
        }
    }
}
