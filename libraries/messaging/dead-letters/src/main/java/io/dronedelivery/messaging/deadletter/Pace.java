package io.dronedelivery.messaging.deadletter;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;

/** Gives out turns at an even rate. Turns that no caller took are lost. Any thread may ask. */
final class Pace {

    private final long intervalNanos;
    private final AtomicLong next = new AtomicLong(System.nanoTime());

    Pace(int perSecond) {
        intervalNanos = Duration.ofSeconds(1).toNanos() / perSecond;
    }

    /** Completes when it is the caller's turn. */
    Mono<Void> turn() {
        return Mono.defer(() -> {
            long now = System.nanoTime();
            long turn = next.updateAndGet(before -> Math.max(now, before) + intervalNanos) - intervalNanos;
            return turn <= now
                    ? Mono.empty()
                    : Mono.delay(Duration.ofNanos(turn - now)).then();
        });
    }
}
