package io.dronedelivery.dronesimulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is done with the options. */
@Command(
        name = "drone-simulator",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Drones on their rounds send telemetry at a steady rate, whatever became of what they sent before (open loop).",
            "Latencies count from the moment at which a message was to be sent.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Every message that was due was sent and acknowledged.",
            "1:Messages failed, or their outcome is not known.",
            "2:The options make no sense.",
            "3:Kafka did not answer when the simulator started."
        },
        footer = {"", "Ctrl-C ends the sending, waits for the acknowledgements and reports."})
final class SimulatorCommand implements Callable<Integer> {

    private static final int WHOLE = 0;
    private static final int INCOMPLETE = 1;
    private static final int NO_BROKER = 3;

    private enum Format {
        TEXT,
        JSON
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final Options options = new Options();

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description =
                    "How to tell: text, or one JSON object a line, all on standard output. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TEXT;

    @Option(names = "--share", hidden = true)
    private @Nullable Integer share;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings settings = options.settings(spec.commandLine());
        PrintWriter out = spec.commandLine().getOut();
        Integer number = share;
        if (number != null) {
            return part(settings, number, new JsonProgress(out, true));
        }
        Progress progress = format == Format.JSON
                ? new JsonProgress(out, false)
                : new TextProgress(out, spec.commandLine().getErr());
        progress.warned(Limits.before(settings, Usage.begin().end()));
        if (settings.processes() > 1) {
            Fleet fleet = new Fleet(settings, progress);
            return run(settings, fleet, progress, fleet::run);
        }
        try (Senders senders = connect(settings)) {
            Simulation simulation = new Simulation(settings, 0, senders);
            return run(settings, simulation, progress, () -> simulation.run(Simulation.soon(), progress));
        } catch (BrokerMissingException e) {
            progress.failed(String.valueOf(e.getMessage()));
            return NO_BROKER;
        }
    }

    private static Senders connect(Settings settings) {
        return Senders.to(settings.target(), settings.threads());
    }

    /** As a process of several: begins when it is told, and ends when nobody is there any more who could tell it something. */
    private static int part(Settings settings, int number, JsonProgress progress)
            throws IOException, InterruptedException {
        // Not to be closed: that would wait for the thread that reads it.
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try (Senders senders = connect(settings)) {
            progress.ready();
            String start = commands.readLine();
            if (start == null) {
                return INCOMPLETE;
            }
            Simulation simulation = new Simulation(settings, number, senders);
            Thread leash = new Thread(() -> stopAtEnd(commands, simulation), "leash");
            leash.setDaemon(true);
            leash.start();
            return run(settings, simulation, progress, () -> simulation.run(Long.parseLong(start), progress));
        } catch (BrokerMissingException e) {
            progress.failed(String.valueOf(e.getMessage()));
            return NO_BROKER;
        }
    }

    private static void stopAtEnd(BufferedReader commands, Run simulation) {
        try {
            while (commands.readLine() != null) {
                // There are no further commands.
            }
        } catch (IOException e) {
            // The pipe broke, which says the same.
        }
        simulation.stop();
    }

    @FunctionalInterface
    private interface Work {
        Report done() throws IOException, InterruptedException;
    }

    private static int run(Settings settings, Run run, Progress progress, Work work)
            throws IOException, InterruptedException {
        CompletableFuture<Integer> ended = new CompletableFuture<>();
        Duration patience = settings.target().timeout().plusSeconds(10);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endEarly(run, ended, patience), "end-early"));
        try {
            Report report = work.done();
            progress.over(report);
            int exitCode = report.isWhole() ? WHOLE : INCOMPLETE;
            ended.complete(exitCode);
            return exitCode;
        } catch (BrokerMissingException e) {
            progress.failed(String.valueOf(e.getMessage()));
            return NO_BROKER;
        } catch (IllegalStateException e) {
            progress.failed(String.valueOf(e.getMessage()));
            return INCOMPLETE;
        } finally {
            ended.cancel(false);
        }
    }

    /** Ctrl-C would end the simulator without a report and with a code of its own. */
    private static void endEarly(Run run, CompletableFuture<Integer> ended, Duration patience) {
        if (ended.isDone()) {
            return;
        }
        run.stop();
        try {
            Runtime.getRuntime().halt(ended.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException | ExecutionException | CancellationException | TimeoutException e) {
            // What is missing is the report; the virtual machine ends in any case, and with the code for a signal.
            Thread.currentThread().interrupt();
        }
    }
}
