package io.dronedelivery.gateway.limit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the refusals of one limit for one cause: one line a second at most, with their number. Any thread may call it. */
final class RefusalLog {

    private static final Logger log = LoggerFactory.getLogger(ConcurrencyLimit.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String place;
    private final Entry cause;
    private final LongAdder all = new LongAdder();
    private final AtomicLong lastLine = new AtomicLong(System.nanoTime() - INTERVAL_NANOS);
    private long logged;

    RefusalLog(String place, Entry cause) {
        this.place = place;
        this.cause = cause;
    }

    void refused(int limit, int waiting) {
        all.increment();
        long last = lastLine.get();
        long now = System.nanoTime();
        if (now - last >= INTERVAL_NANOS && lastLine.compareAndSet(last, now)) {
            log.warn(
                    "Limit of '{}': {} refused since the last line, cause {}; at most {} in progress, {} waiting",
                    place,
                    sinceLastLine(),
                    cause.cause(),
                    limit,
                    waiting);
        }
    }

    private synchronized long sinceLastLine() {
        long sum = all.sum();
        long more = sum - logged;
        logged = sum;
        return more;
    }
}
