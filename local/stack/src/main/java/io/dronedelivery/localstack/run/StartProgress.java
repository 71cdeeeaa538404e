package io.dronedelivery.localstack.run;

import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Prints the progress of the start: a line for each step with the time since the beginning. Thread-safe. */
public final class StartProgress {

    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

    private final PrintStream out;
    private final Duration longestSilence;
    private final long startedAt = System.nanoTime();
    /** The running steps in the order of their beginning. Guarded by itself. */
    private final Set<StartStep> underWay = new LinkedHashSet<>();

    private volatile long printedAt = startedAt;

    public StartProgress(PrintStream out) {
        this(out, LONGEST_SILENCE);
    }

    StartProgress(PrintStream out, Duration longestSilence) {
        this.out = out;
        this.longestSilence = longestSilence;
    }

    /** Prints a line about a part. */
    void say(String part, String text) {
        print(String.format(Locale.ROOT, "%6.1f s  %-19s %s", seconds(sinceStart()), part, text));
    }

    /** Begins a step. Its end prints its duration. */
    StartStep begin(String part) {
        StartStep step = new StartStep(part, System.nanoTime());
        synchronized (underWay) {
            underWay.add(step);
        }
        return step;
    }

    /** Until it is closed, prints the running steps when no other line was printed for five seconds. */
    Reminder remind() {
        return new Reminder();
    }

    void print(String text) {
        printedAt = System.nanoTime();
        out.println(text);
        out.flush();
    }

    Duration sinceStart() {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }

    static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    final class StartStep {

        private final String part;
        private final long since;

        private StartStep(String part, long since) {
            this.part = part;
            this.since = since;
        }

        void done(String what) {
            synchronized (underWay) {
                underWay.remove(this);
            }
            Duration took = Duration.ofNanos(System.nanoTime() - since);
            say(part, String.format(Locale.ROOT, "%s in %.1f s", what, seconds(took)));
        }
    }

    /** Prints the running steps now and then during long steps. */
    final class Reminder implements AutoCloseable {

        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "progress");
            created.setDaemon(true);
            return created;
        });

        private Reminder() {
            long often = longestSilence.toMillis() / 5;
            thread.scheduleWithFixedDelay(this::breakSilence, often, often, TimeUnit.MILLISECONDS);
        }

        private void breakSilence() {
            if (System.nanoTime() - printedAt < longestSilence.toNanos()) {
                return;
            }
            String names;
            synchronized (underWay) {
                names = underWay.stream().map(step -> step.part).collect(Collectors.joining(", "));
            }
            if (!names.isEmpty()) {
                say("still to come", names);
            }
        }

        @Override
        public void close() {
            thread.shutdownNow();
        }
    }
}
