package io.dronedelivery.loadtest.lab;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells how far an experiment is: a bar that fills on a terminal, a line now and then where the output goes to a file. */
final class Progress {

    private static final int WIDTH = 32;
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(15);

    private final PrintStream out;
    private final boolean terminal;
    private final int runs;
    private int run;
    private long lastLine;
    private boolean inBar;

    Progress(PrintStream out, int runs) {
        this(out, runs, System.console() != null);
    }

    Progress(PrintStream out, int runs, boolean terminal) {
        this.out = out;
        this.runs = runs;
        this.terminal = terminal;
    }

    /** The next run begins. */
    void next(String name) {
        run++;
        say(name);
    }

    void say(String what) {
        endBar();
        out.printf(Locale.ROOT, "[%d/%d] %s%n", run, runs, what);
        out.flush();
    }

    /**
     * How much of the load is over.
     *
     * @param share 0 to 1
     * @param note what to tell beside the bar
     */
    void bar(double share, @Nullable String note) {
        long now = System.nanoTime();
        if (!terminal && now - lastLine < BETWEEN_LINES.toNanos() && lastLine != 0) {
            return;
        }
        lastLine = now;
        int full = (int) Math.round(Math.min(1, share) * WIDTH);
        String bar = "█".repeat(full) + "░".repeat(WIDTH - full);
        out.printf(
                Locale.ROOT,
                terminal ? "\r[%d/%d] %s %3.0f %% %-40s" : "[%d/%d] %s %3.0f %% %s%n",
                run,
                runs,
                bar,
                Math.min(1, share) * 100,
                note == null ? "" : note);
        out.flush();
        inBar = terminal;
    }

    private void endBar() {
        if (inBar) {
            out.println();
        }
        inBar = false;
        lastLine = 0;
    }
}
