package io.dronedelivery.lab.comparisons.requestreply;

import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Asks without pause, so many at a time, and compares every reply. */
final class RequestLoad {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final RoundTrip target;
    private final int concurrency;
    private final byte[] body;
    private final AtomicReference<@Nullable String> fault = new AtomicReference<>();

    RequestLoad(RoundTrip target, int concurrency, byte[] body) {
        this.target = target;
        this.concurrency = concurrency;
        this.body = body;
    }

    /**
     * What came of it. Latencies in milliseconds.
     *
     * @param cpuMicros the processor time of this process, callers and workers, for each request; on a busy machine it can be compared
     *     where the rate cannot
     */
    record RequestRound(
            long requests,
            double requestsPerSecond,
            double p50Millis,
            double p99Millis,
            double maxMillis,
            double cpuMicros) {}

    /** Asks for the given time. */
    RequestRound last(Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        return drive(() -> System.nanoTime() < end, time.plus(PATIENCE));
    }

    /** Asks the given number of times. */
    RequestRound of(long requests) throws IOException {
        AtomicLong left = new AtomicLong(requests);
        return drive(() -> left.getAndDecrement() > 0, PATIENCE.multipliedBy(2));
    }

    private RequestRound drive(BooleanSupplier more, Duration limit) throws IOException {
        ConcurrentHistogram nanos = new ConcurrentHistogram(HIGHEST_NANOS, 3);
        long start = System.nanoTime();
        Duration cpuBefore = Machine.cpuTime();
        BooleanSupplier goesOn = () -> fault.get() == null && more.getAsBoolean();
        Flux.range(0, concurrency)
                .flatMap(lane -> Mono.defer(() -> ask(nanos)).repeat(goesOn), concurrency)
                .blockLast(limit);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (fault.get() != null) {
            throw new IOException(target.title() + ": " + fault.get());
        }
        return new RequestRound(
                nanos.getTotalCount(),
                nanos.getTotalCount() / seconds,
                nanos.getValueAtPercentile(50) / 1e6,
                nanos.getValueAtPercentile(99) / 1e6,
                nanos.getMaxValue() / 1e6,
                Machine.cpuTime().minus(cpuBefore).toNanos() / 1e3 / Math.max(1, nanos.getTotalCount()));
    }

    private Mono<Void> ask(ConcurrentHistogram nanos) {
        long start = System.nanoTime();
        return target.request(body)
                .doOnNext(reply -> {
                    nanos.recordValue(Math.min(System.nanoTime() - start, HIGHEST_NANOS));
                    if (!Arrays.equals(body, reply)) {
                        fault.compareAndSet(null, "a reply of " + reply.length + " bytes that is not the request");
                    }
                })
                .doOnError(failure -> fault.compareAndSet(null, failure.toString()))
                .onErrorComplete()
                .then();
    }
}
