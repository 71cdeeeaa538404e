package io.dronedelivery.dronesimulator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A run: its threads, and a check of their figures every second. */
final class Simulation {

    private static final long TICK_MICROS = 1_000_000;
    private static final long NOT_STOPPED = Long.MAX_VALUE;
    /** Until all threads are up and warm enough to be on time. */
    private static final Duration LEAD = Duration.ofMillis(500);

    private final SimulatorSettings settings;
    private final Senders senders;
    private volatile long stoppedMicros = NOT_STOPPED;

    Simulation(SimulatorSettings settings, Senders senders) {
        this.settings = settings;
        this.senders = senders;
    }

    /** Some time from now, when a run may begin. */
    static long soon() {
        return WallClock.micros() + LEAD.toNanos() / 1_000;
    }

    /** Ends it soon, by any thread. The first call counts: messages that are due until then are sent, and no others are missing in the report. */
    synchronized void stop() {
        if (stoppedMicros == NOT_STOPPED) {
            stoppedMicros = WallClock.micros();
        }
    }

    /**
     * Sends everything, or until {@link #stop}, and waits for the acknowledgements.
     *
     * @param startMicros when the first message of all is due
     */
    SimulationReport run(long startMicros, SimulationProgress progress) throws InterruptedException {
        Figures figures = new Figures(startMicros + settings.warmUp().toNanos() / 1_000);
        List<TelemetrySender> opened = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try {
            for (int i = 0; i < settings.threads(); i++) {
                opened.add(senders.open());
            }
            for (int i = 0; i < settings.threads(); i++) {
                SendingThread sending = new SendingThread(
                        schedule(startMicros, i), opened.get(i), figures, settings, () -> stoppedMicros);
                threads.add(new Thread(sending, "sending-" + i));
            }
            Usage.Meter meter = Usage.begin();
            threads.forEach(Thread::start);
            watch(threads, figures, startMicros, progress);
            // Before connections are closed.
            Usage usage = meter.end();
            Duration patience = settings.target().timeout().plusSeconds(1);
            opened.forEach(sender -> sender.finish(patience));
            return report(figures, startMicros, usage);
        } finally {
            stop();
            opened.forEach(TelemetrySender::close);
        }
    }

    private static void watch(List<Thread> threads, Figures figures, long startMicros, SimulationProgress progress)
            throws InterruptedException {
        long second = 1;
        Figures.Counts before = figures.counts();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            long rest = startMicros + second * TICK_MICROS - WallClock.micros();
            if (rest > 0) {
                join(threads, rest);
            } else {
                Figures.Interval interval = figures.interval();
                progress.second(new SimulationProgress.Second(second, before, interval));
                before = interval.counts();
                second++;
            }
        }
    }

    /** Until that time is over, or all have ended. */
    private static void join(List<Thread> threads, long micros) throws InterruptedException {
        long deadline = System.nanoTime() + micros * 1_000;
        for (Thread thread : threads) {
            long left = deadline - System.nanoTime();
            if (left > 0) {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            }
        }
    }

    private SimulationReport report(Figures figures, long startMicros, Usage usage) {
        Figures.Counts counts = figures.counts();
        long due = 0;
        for (int i = 0; i < settings.threads(); i++) {
            due += schedule(startMicros, i).dueUntil(stoppedMicros);
        }
        return new SimulationReport(
                settings,
                // A thread may send what has become due before it learns of the stop.
                Math.max(due, counts.sent()),
                counts.sent(),
                counts.acknowledged(),
                counts.failed(),
                counts.outstanding(),
                counts.bytes(),
                counts.waited(),
                counts.behind(),
                (WallClock.micros() - startMicros) / 1e6,
                figures.acknowledgement(),
                figures.lateness(),
                figures.reasons(),
                usage);
    }

    private Schedule schedule(long startMicros, int thread) {
        return new Schedule(startMicros, settings.perSecond(), settings.count(), thread, settings.threads());
    }
}
