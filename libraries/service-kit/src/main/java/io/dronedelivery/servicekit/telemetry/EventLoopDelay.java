package io.dronedelivery.servicekit.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;
import reactor.netty.resources.LoopResources;

/**
 * Measures how late the event loops do what is due, {@code reactor.netty.eventloop.delay}: every request waits for that long as
 * well. A high value means that something blocks an event loop, or that there is more work than the processors can do.
 */
final class EventLoopDelay implements SmartLifecycle {

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final LoopResources loops;
    private final Timer delay;
    private final List<Probe> probes = new ArrayList<>();

    EventLoopDelay(LoopResources loops, MeterRegistry registry) {
        this.loops = loops;
        this.delay = Timer.builder("reactor.netty.eventloop.delay")
                .description(
                        "how late the event loops run tasks that are due; every request waits for them. Probed twice a"
                                + " second")
                .register(registry);
    }

    @Override
    public void start() {
        EventLoopGroup group = loops.onServer(true);
        for (EventExecutor loop : group) {
            probes.add(new Probe(loop));
        }
    }

    @Override
    public void stop() {
        probes.forEach(Probe::cancel);
        probes.clear();
    }

    @Override
    public boolean isRunning() {
        return !probes.isEmpty();
    }

    private final class Probe implements Runnable {

        private final ScheduledFuture<?> task;
        private long due = System.nanoTime() + PAUSE.toNanos();

        Probe(EventExecutor loop) {
            this.task = loop.scheduleWithFixedDelay(this, PAUSE.toNanos(), PAUSE.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public void run() {
            long now = System.nanoTime();
            delay.record(Math.max(0, now - due), TimeUnit.NANOSECONDS);
            due = now + PAUSE.toNanos();
        }

        void cancel() {
            task.cancel(false);
        }
    }
}
