package io.dronedelivery.gateway.limit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Mono;

/**
 * Refuses at once while refusals are few. In a burst of refusals the further ones wait, up to a second. A caller that ignores
 * {@code Retry-After} then sends fewer requests, and the time is used for answers. Nothing but the connection waits; the request has no place at
 * any limit.
 *
 * <p>Thread-safe, without a lock.
 */
public final class RefusalPace {

    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** After a pause a tenth of a second's refusals go out together, and one at least. */
    private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long interval;
    private final long burst;
    private final AtomicLong last;

    /** @param perSecond how many are refused without a wait */
    public RefusalPace(int perSecond) {
        this.interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.burst = Math.max(interval, BURST_NANOS);
        this.last = new AtomicLong(System.nanoTime() - burst);
    }

    /** Fails with this, now or in its turn. */
    public Mono<Void> refuse(Throwable refusal) {
        long wait = nanosToWait(System.nanoTime());
        return wait <= 0
                ? Mono.error(refusal)
                : Mono.delay(Duration.ofNanos(wait)).then(Mono.error(refusal));
    }

    /**
     * Takes the next turn.
     *
     * @param now the {@link System#nanoTime()}
     * @return how long it is until then; not positive for at once
     */
    long nanosToWait(long now) {
        long earliest = now - burst;
        while (true) {
            long before = last.get();
            long from = before - earliest < 0 ? earliest : before;
            long turn = Math.min(from - now + interval, LONGEST_WAIT_NANOS);
            if (last.compareAndSet(before, now + turn)) {
                return turn;
            }
        }
    }
}
