package io.dronedelivery.dronesimulator;

import io.dronedelivery.dronesimulator.DroneSimulator.Version;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "drone-simulator",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Drones on their rounds send telemetry at a steady rate, whatever became of what they sent before (open"
                    + " loop).",
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
    private final SimulatorOptions options = new SimulatorOptions();

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description =
                    "How to tell: text, or one JSON object a line, all on standard output. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() throws InterruptedException {
        SimulatorSettings settings = options.settings(spec.commandLine());
        PrintWriter out = spec.commandLine().getOut();
        SimulationProgress progress = format == Format.JSON
                ? new JsonProgress(out)
                : new TextProgress(out, spec.commandLine().getErr());
        progress.warned(Limits.before(settings, Usage.begin().end()));
        try (Senders senders = Senders.to(settings.target(), settings.threads())) {
            return run(settings, new Simulation(settings, senders), progress);
        } catch (BrokerMissingException e) {
            progress.failed(String.valueOf(e.getMessage()));
            return NO_BROKER;
        }
    }

    private static int run(SimulatorSettings settings, Simulation simulation, SimulationProgress progress)
            throws InterruptedException {
        CompletableFuture<Integer> ended = new CompletableFuture<>();
        Duration patience = settings.target().timeout().plusSeconds(10);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endEarly(simulation, ended, patience), "end-early"));
        try {
            SimulationReport report = simulation.run(Simulation.soon(), progress);
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
    private static void endEarly(Simulation simulation, CompletableFuture<Integer> ended, Duration patience) {
        if (ended.isDone()) {
            return;
        }
        simulation.stop();
        try {
            Runtime.getRuntime().halt(ended.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException | ExecutionException | CancellationException | TimeoutException e) {
            // What is missing is the report; the virtual machine ends in any case, and with the code for a signal.
            Thread.currentThread().interrupt();
        }
    }
}
