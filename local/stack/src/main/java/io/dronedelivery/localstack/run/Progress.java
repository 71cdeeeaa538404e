package io.dronedelivery.localstack.run;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Prints the progress of the start, a line for each step with the time since the beginning. Thread-safe. */
public final class Progress {

    private final PrintStream out;
    private final long startedAt = System.nanoTime();

    public Progress(PrintStream out) {
        this.out = out;
    }

    /** A line about a part. */
    void say(String part, String text) {
        print(String.format(Locale.ROOT, "%6.1f s  %-17s %s", seconds(sinceStart()), part, text));
    }

    /** Begins a step, whose end will tell how long it took. */
    Step begin(String part) {
        return new Step(part, System.nanoTime());
    }

    /** Text as it is. */
    void print(String text) {
        out.println(text);
        out.flush();
    }

    Duration sinceStart() {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }

    static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    /** A step under way. */
    final class Step {

        private final String part;
        private final long since;

        private Step(String part, long since) {
            this.part = part;
            this.since = since;
        }

        void done(String what) {
            Duration took = Duration.ofNanos(System.nanoTime() - since);
            say(part, String.format(Locale.ROOT, "%s in %.1f s", what, seconds(took)));
        }
    }
}
