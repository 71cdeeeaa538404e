package io.dronedelivery.dronesimulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Several processes that send together: starts them, lets them begin at the same moment, adds up their seconds and merges their reports. A
 * child ends when the pipe to it closes, so none outlives this process.
 */
final class Fleet implements Run {

    private static final long STARTUP_SECONDS = 120;

    private final Settings settings;
    private final List<Child> children = new ArrayList<>();
    private final CountDownLatch ready;
    private final Map<Long, List<Progress.Second>> seconds = new HashMap<>();
    private final Progress progress;
    private volatile boolean stopped;

    Fleet(Settings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
        this.ready = new CountDownLatch(settings.processes());
    }

    @Override
    public void stop() {
        stopped = true;
        synchronized (children) {
            children.forEach(Child::release);
        }
    }

    /**
     * Runs it.
     *
     * @throws BrokerMissingException with the message of a child that could not begin
     */
    Report run() throws IOException, InterruptedException {
        try {
            for (int number = 0; number < settings.processes(); number++) {
                Child child = new Child(ChildCommand.start(settings, number));
                synchronized (children) {
                    children.add(child);
                }
            }
            children.forEach(Child::startReading);
            boolean up = ready.await(STARTUP_SECONDS, TimeUnit.SECONDS);
            for (Child child : children) {
                String failure = child.failure;
                if (stopped && (!up || failure != null)) {
                    throw new IllegalStateException("Stopped before anything was sent");
                }
                if (!up || failure != null) {
                    String why = failure == null ? "A process was not ready in " + STARTUP_SECONDS + " s" : failure;
                    throw new BrokerMissingException(why);
                }
            }
            long start = Simulation.soon();
            for (Child child : children) {
                child.begin(start);
            }
            if (stopped) {
                stop();
            }
            List<Report> reports = new ArrayList<>();
            for (Child child : children) {
                reports.add(child.awaitReport());
            }
            return merged(settings, reports);
        } finally {
            children.forEach(Child::release);
        }
    }

    static Report merged(Settings settings, List<Report> reports) {
        Histogram acknowledgement = new Histogram(3);
        Histogram lateness = new Histogram(3);
        Map<String, Long> failures = new HashMap<>();
        List<Usage> usage = new ArrayList<>();
        for (Report report : reports) {
            acknowledgement.add(report.acknowledgement());
            lateness.add(report.lateness());
            report.failures().forEach((reason, count) -> failures.merge(reason, count, Long::sum));
            usage.addAll(report.usage());
        }
        return new Report(
                settings,
                sum(reports, Report::intended),
                sum(reports, Report::sent),
                sum(reports, Report::acknowledged),
                sum(reports, Report::failed),
                sum(reports, Report::outstanding),
                sum(reports, Report::bytes),
                sum(reports, Report::waited),
                sum(reports, Report::behind),
                reports.stream().mapToDouble(Report::seconds).max().orElse(0),
                acknowledgement,
                lateness,
                failures,
                usage);
    }

    private static long sum(List<Report> reports, ToLongFunction<Report> figure) {
        return reports.stream().mapToLong(figure).sum();
    }

    /** Told when all processes have told it; one that ended before is not waited for. */
    private synchronized void add(Progress.Second second) {
        List<Progress.Second> same = seconds.computeIfAbsent(second.number(), key -> new ArrayList<>());
        same.add(second);
        if (same.size() == settings.processes()) {
            seconds.remove(second.number());
            same.stream().reduce(Progress.Second::plus).ifPresent(progress::second);
        }
    }

    private final class Child {

        private final Process process;
        private final Thread reader = new Thread(this::read, "child-output");
        private boolean told;
        private volatile @Nullable String failure;
        private volatile @Nullable Report report;

        Child(Process process) {
            this.process = process;
        }

        void startReading() {
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            try (BufferedReader lines = process.inputReader()) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    take(Json.MAPPER.readTree(line));
                }
            } catch (IOException | JacksonException e) {
                failure = "A process of the simulator wrote what cannot be read: " + e.getMessage();
            }
            if (failure == null && report == null) {
                failure = "A process of the simulator ended without a report; what it said is above";
            }
            ready();
        }

        private void take(JsonNode line) {
            switch (line.path(Json.EVENT).asString("")) {
                case Json.READY -> ready();
                case Json.PROGRESS -> add(Json.second(line));
                case Json.REPORT -> {
                    report = Json.report(line, settings);
                    // It may end.
                    release();
                }
                case Json.FAILED -> failure = line.path("message").asString("");
                default -> {
                    // Warnings are the same in all processes, and this one has told them.
                }
            }
        }

        private void ready() {
            if (!told) {
                told = true;
                ready.countDown();
            }
        }

        void begin(long startMicros) throws IOException {
            Writer commands = process.outputWriter();
            commands.write(startMicros + "\n");
            commands.flush();
        }

        /** It ends, with a report. */
        void release() {
            try {
                process.outputWriter().close();
            } catch (IOException gone) {
                process.destroy();
            }
        }

        Report awaitReport() throws InterruptedException {
            reader.join();
            Report made = report;
            if (made == null) {
                throw new IllegalStateException(failure == null ? "A process gave no report" : failure);
            }
            return made;
        }
    }
}
