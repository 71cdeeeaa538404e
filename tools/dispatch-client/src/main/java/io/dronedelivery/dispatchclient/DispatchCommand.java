package io.dronedelivery.dispatchclient;

import io.dronedelivery.dispatchclient.ConsoleSettings.Ending;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
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

@Command(
        name = "dispatch-client",
        mixinStandardHelpOptions = true,
        versionProvider = ConsoleVersion.class,
        subcommands = {DeadLettersCommand.class, AuditsCommand.class},
        sortOptions = false,
        description = {
            "Has messages sent by the dispatcher of the delivery service, and shows how it does.",
            "Neither --produce nor --status means both.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Everything was accepted, and no error was seen.",
            "1:Errors were seen: of messages, or calls that were refused or not answered.",
            "2:The options make no sense.",
            "3:There was no dispatcher at the address when the client started."
        },
        footer = {
            "",
            "Ctrl-C shows a last status and ends with 0 or 1.",
            "The concurrency that --max sets stays until somebody sets another."
        })
final class DispatchCommand implements Callable<Integer> {

    /** The timeout of a call and a margin: then all pending results have been printed. */
    private static final Duration TIME_TO_END = DispatchApi.TIMEOUT.plusSeconds(5);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-u", "--uri"},
            paramLabel = "<uri>",
            defaultValue = "http://localhost:8080",
            description = "Where the gateway is. Default: ${DEFAULT-VALUE}.")
    private String uri = "";

    @Mixin
    private final TokenOptions access = new TokenOptions();

    @Option(
            names = {"-e", "--every"},
            paramLabel = "<ms>",
            defaultValue = "1000",
            description = "Milliseconds between two productions of messages. Default: ${DEFAULT-VALUE}.")
    private int every;

    @Option(
            names = {"-c", "--count"},
            paramLabel = "<messages>",
            defaultValue = "8",
            description = "How many messages each production asks for, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
            names = {"-m", "--max"},
            paramLabel = "<concurrency>",
            description = "How many messages the dispatcher may have in flight, 1 to 10000; changed while it runs."
                    + " By default it is left as it is.")
    private @Nullable Integer max;

    @Option(
            names = {"-p", "--produce"},
            description = "Only produce messages.")
    private boolean produce;

    @Option(
            names = {"-s", "--status"},
            description = "Only show the status.")
    private boolean status;

    @Option(
            names = "--status-every",
            paramLabel = "<ms>",
            defaultValue = "10000",
            description = "Milliseconds between two statuses. Default: ${DEFAULT-VALUE}.")
    private int statusEvery;

    @Option(
            names = "--duration",
            paramLabel = "<time>",
            converter = DurationConverter.class,
            description = "End after this time, such as 90s, 5m or 1h. By default the client runs until Ctrl-C.")
    private @Nullable Duration duration;

    @Option(
            names = "--times",
            paramLabel = "<n>",
            description = "End after so many productions; with --status alone, after so many statuses.")
    private @Nullable Integer times;

    @Option(names = "--json", description = "One JSON object a line, all on standard output.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        ConsoleSettings settings = settings();
        PrintWriter out = spec.commandLine().getOut();
        Output output = json
                ? new JsonOutput(out)
                : new TextOutput(out, spec.commandLine().getErr());
        DispatchRun session = new DispatchRun(new DispatchApi(settings.uri(), settings.tokens()), settings, output);
        CompletableFuture<Integer> ended = new CompletableFuture<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endEarly(session, ended), "end-early"));
        try {
            int exitCode = session.run();
            ended.complete(exitCode);
            return exitCode;
        } finally {
            ended.cancel(false);
        }
    }

    /** Without it, Ctrl-C would end the client in the middle of a line and with another exit code. */
    private static void endEarly(DispatchRun session, CompletableFuture<Integer> ended) {
        if (ended.isDone()) {
            return;
        }
        session.stop();
        try {
            Runtime.getRuntime().halt(ended.get(TIME_TO_END.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            // Only the last status is missing; the JVM ends in any case, with the exit code for a signal.
            Thread.currentThread().interrupt();
        }
    }

    private ConsoleSettings settings() {
        require(every >= 1, "--every", every, "must be at least 1");
        require(statusEvery >= 1, "--status-every", statusEvery, "must be at least 1");
        require(count >= 1 && count <= 1000, "--count", count, "must be from 1 to 1000");
        require(max == null || max >= 1 && max <= 10_000, "--max", max, "must be from 1 to 10000");
        require(times == null || times >= 1, "--times", times, "must be at least 1");
        boolean both = produce == status;
        require(max == null || both || produce, "--max", max, "needs --produce, with which it is sent");
        return new ConsoleSettings(
                HttpUri.of(spec.commandLine(), "--uri", uri),
                access.tokens(),
                both || produce,
                count,
                Duration.ofMillis(every),
                max,
                both || status,
                Duration.ofMillis(statusEvery),
                new Ending(duration, times));
    }

    private void require(boolean condition, String option, @Nullable Object value, String reason) {
        if (!condition) {
            throw HttpUri.fault(spec.commandLine(), option, value, reason);
        }
    }
}
