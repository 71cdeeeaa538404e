package io.dronedelivery.lab.kit.report;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells how far an experiment is: a bar that fills on a terminal, a line now and then where the output goes to a file. Tests that run
 * at the same time may call it from a thread each.
 */
public final class Progress {

    private static final int WIDTH = 32;
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(15);

    private final PrintStream out;
    private final boolean terminal;
    private final int tests;
    private boolean inBar;
    private volatile long expectedEnd;

    public Progress(PrintStream out, int tests) {
        this.out = out;
        this.tests = tests;
        this.terminal = System.console() != null;
    }

    /** @param number of the test, from 1 on */
    public OfTest test(int number) {
        return new OfTest(number);
    }

    /** @param end when the last test will probably end, in milliseconds since 1970; 0 where nothing is known of it */
    void expect(long end) {
        expectedEnd = end;
    }

    private String prefix(int number) {
        long minutes = (expectedEnd - System.currentTimeMillis() + 59_999) / 60_000;
        return "[" + number + "/" + tests + (minutes < 1 ? "] " : ", about " + minutes + " min left] ");
    }

    private synchronized void line(String text) {
        if (inBar) {
            out.println();
        }
        inBar = false;
        out.println(text);
        out.flush();
    }

    private synchronized void bar(String text) {
        if (terminal) {
            out.print("\r" + text);
            out.flush();
            inBar = true;
        } else {
            line(text);
        }
    }

    public final class OfTest {

        private final int number;
        private boolean told;
        private long toldAt;

        private OfTest(int number) {
            this.number = number;
        }

        public void say(String what) {
            told = false;
            line(prefix(number) + what);
        }

        /**
         * How much of the load is over.
         *
         * @param share 0 to 1
         * @param note what to tell beside the bar
         */
        public void bar(double share, String note) {
            long now = System.nanoTime();
            if (!terminal && told && now - toldAt < BETWEEN_LINES.toNanos()) {
                return;
            }
            told = true;
            toldAt = now;
            double over = Math.min(1, share);
            int full = (int) Math.round(over * WIDTH);
            String bar = "█".repeat(full) + "░".repeat(WIDTH - full);
            Progress.this.bar(String.format(
                    Locale.ROOT,
                    terminal ? "%s%s %3.0f %% %-40s" : "%s%s %3.0f %% %s",
                    prefix(number),
                    bar,
                    over * 100,
                    note));
        }
    }
}
