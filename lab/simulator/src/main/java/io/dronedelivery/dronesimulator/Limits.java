package io.dronedelivery.dronesimulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says when the simulator, and not what it sends to, is the limit: otherwise the system gets the blame. */
final class Limits {

    /** Kafka's producers and the Azure SDK open tens of files beside those of the JVM. */
    private static final long FEW_FILES = 256;

    private static final double NEARLY_ALL_FILES = 0.9;
    private static final double BUSY = 0.9;
    private static final long LATE_MICROS = 5_000;
    private static final double LATE_SHARE = 0.01;
    private static final long HEAP_BYTES_OF_THREAD = 96L * 1024 * 1024;

    private Limits() {}

    /** What is likely to be too little, before anything is sent. */
    static List<String> before(SimulatorSettings settings, Usage here) {
        List<String> warnings = new ArrayList<>();
        if (here.mostFiles() > 0 && here.mostFiles() < FEW_FILES + here.openFiles()) {
            warnings.add(text(
                    "Only %d files may be open (ulimit -n), and %d are: connections may be refused; raise it to 1024"
                            + " or more.",
                    here.mostFiles(), here.openFiles()));
        }
        if (here.heapBytes() < HEAP_BYTES_OF_THREAD * settings.threads()) {
            warnings.add(text(
                    "The heap of %d MB is small for %d threads with a buffer each; give -Xmx%dm or more.",
                    here.heapBytes() >> 20, settings.threads(), HEAP_BYTES_OF_THREAD * settings.threads() >> 20));
        }
        if (settings.threads() > here.processors()) {
            warnings.add(text(
                    "%d sending threads share %d processors: more threads than processors make messages late.",
                    settings.threads(), here.processors()));
        }
        return warnings;
    }

    /** What was the limit; empty when the simulator kept its schedule by itself. */
    static List<String> after(SimulationReport report) {
        List<String> warnings = new ArrayList<>();
        long limit =
                Math.max(LATE_MICROS, 2 * report.settings().target().linger().toMillis() * 1_000);
        long counted = report.lateness().getTotalCount();
        long late = counted - report.lateness().getCountBetweenValues(0, limit);
        if (late > LATE_SHARE * counted) {
            warnings.add(text(
                    "The simulator was the limit: it was more than %.0f ms late with %.1f %% of the messages by"
                            + " itself, %.1f ms at most. Give it more processors, or ask for less.",
                    limit / 1e3, 100.0 * late / counted, report.lateness().getMaxValue() / 1e3));
        }
        Usage usage = report.usage();
        if (usage.process() > BUSY * usage.processors()) {
            warnings.add(text(
                    "The simulator was the limit: it used %.1f of %d processors.",
                    usage.process(), usage.processors()));
        }
        if (usage.mostFiles() > 0 && usage.openFiles() > NEARLY_ALL_FILES * usage.mostFiles()) {
            warnings.add(text(
                    "The simulator was the limit: %d of %d files were open (ulimit -n).",
                    usage.openFiles(), usage.mostFiles()));
        }
        return warnings;
    }

    /** What else a reader of the figures should know. */
    static List<String> remarks(SimulationReport report) {
        List<String> remarks = new ArrayList<>();
        if (report.waited() > 0) {
            remarks.add(text(
                    "The broker was the limit %,d times: the buffer was full and sending waited; %,d messages were"
                            + " late because of that.",
                    report.waited(), report.behind()));
        }
        double machine = report.usage().machine();
        if (machine > BUSY) {
            remarks.add(text(
                    "The machine was busy, at %.0f %% of its processors, with all that ran on it.", machine * 100));
        }
        return remarks;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
