package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.DispatcherView;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Has messages sent every second and looks at the dispatcher every second, until all messages have been sent or given up. */
final class DispatchLoad {

    /** What is in the queue may fail in turns, each as long as a message may take. */
    private static final Duration LONGEST_END = Duration.ofMinutes(6);

    private static final Duration LONGEST_FILLING = Duration.ofSeconds(30);
    private static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    private final DispatcherApi api;
    private final int perSecond;
    private final Duration duration;
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /** Belongs to the producer. */
    private long turn;

    DispatchLoad(DispatcherApi api, int perSecond, Duration duration) {
        this.api = api;
        this.perSecond = perSecond;
        this.duration = duration;
    }

    /**
     * Waits until the dispatcher has so many connections to the broker, or as long as a pool may take to open them: what is missing then
     * shows in the figures.
     */
    void awaitConnections(int least) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LONGEST_FILLING.toNanos();
        while (api.status().brokerConnections() < least && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** @param watch is told the status every second */
    DispatchFigures run(Consumer<DispatcherView> watch) throws IOException, InterruptedException {
        DispatcherView before = api.status();
        List<DispatcherView> samples = new ArrayList<>();
        ScheduledExecutorService producer = Executors.newSingleThreadScheduledExecutor();
        long begin = System.nanoTime();
        try {
            producer.scheduleAtFixedRate(() -> produce(begin), 0, 1, TimeUnit.SECONDS);
            long over = duration.toNanos();
            long end = over + LONGEST_END.toNanos();
            for (long second = 1; ; second++) {
                TimeUnit.NANOSECONDS.sleep(begin + TimeUnit.SECONDS.toNanos(second) - System.nanoTime());
                DispatcherView status = api.status();
                samples.add(status);
                watch.accept(status);
                long since = System.nanoTime() - begin;
                boolean quiet = status.queued() + status.inflight() == 0;
                if (failure.get() != null || (since > over && quiet) || since > end) {
                    break;
                }
            }
            // What is under way counts.
            producer.shutdown();
            producer.awaitTermination(LONGEST_CALL.toSeconds(), TimeUnit.SECONDS);
        } finally {
            producer.shutdownNow();
        }
        Exception failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("Messages could not be produced: " + failed.getMessage(), failed);
        }
        return DispatchFigures.of(samples, before, accepted.get(), refused.get(), duration.toSeconds());
    }

    /**
     * The messages of one second. Those of a second that is over are left out, so that a producer that falls behind has offered fewer than
     * it was to; made up for in one burst, they would be another load.
     */
    private void produce(long begin) {
        long second = turn++;
        boolean late = System.nanoTime() - begin >= TimeUnit.SECONDS.toNanos(second + 1);
        if (late || second >= duration.toSeconds() || failure.get() != null) {
            return;
        }
        try {
            (api.produce(perSecond) ? accepted : refused).addAndGet(perSecond);
        } catch (IOException | RuntimeException e) {
            failure.set(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
