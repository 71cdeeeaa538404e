package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.accounts.common.LabSettings.LabProfile;
import io.dronedelivery.lab.comparisons.dispatch.DispatcherRate;
import io.dronedelivery.lab.kit.history.History;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import io.dronedelivery.lab.kit.report.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dispatcher as fast as it goes, in turns with a loop around the bare SDK that sends the same events. */
final class FullSpeed {

    static final String DISPATCHER = "dispatcher";
    static final String DISPATCHER_SINGLE = "dispatcher-single";

    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final String SENDERS = "bare-events," + DISPATCHER_SINGLE + ",bare-batches-events," + DISPATCHER;

    private FullSpeed() {}

    /**
     * One sender, the median of its rounds.
     *
     * @param percentOfBare of the bare SDK's rate in the same form; 100 for the bare SDK
     * @param clientMicrosPerMessage CPU time of the sender's process
     */
    record Rate(
            String name, String title, double messagesPerSecond, double percentOfBare, double clientMicrosPerMessage) {}

    /** @param isForTheHistory whether the comparison appends its figures to the history, where this process has one */
    static List<Rate> measure(
            LabSettings lab, boolean isForTheHistory, Children children, Path output, Progress.OfTest told)
            throws IOException, InterruptedException {
        List<String> times = times(lab.profile());
        Path log = output.resolve("benchmark.log");
        told.say("dispatcher and bare SDK in turns (%s); how far they are is in %s"
                .formatted(String.join(" ", times), log));
        List<String> arguments = new ArrayList<>(lab.stackJvmArguments());
        if (isForTheHistory) {
            arguments.add("-D" + History.PROPERTY + "=" + System.getProperty(History.PROPERTY, ""));
        }
        arguments.addAll(List.of("-cp", lab.classPath(), DispatcherRate.class.getName()));
        arguments.addAll(times);
        arguments.addAll(List.of("--senders", SENDERS, "--output", output.toString()));
        try (Jvm comparison = children.start("The comparison", arguments, log)) {
            if (!comparison.awaitEnd(PATIENCE) || comparison.exitCode() != 0) {
                throw new IllegalStateException("The comparison did not end well; see " + log);
            }
        }
        List<Rate> rates = new ArrayList<>();
        for (JsonNode sender : new JsonMapper()
                .readTree(Files.readString(output.resolve("results.json")))
                .path("senders")) {
            rates.add(new Rate(
                    sender.path("name").asString(""),
                    sender.path("title").asString(""),
                    sender.path("messagesPerSecond").asDouble(),
                    sender.path("percentOfReference").asDouble(),
                    sender.path("clientMicrosPerMessage").asDouble()));
        }
        return List.copyOf(rates);
    }

    private static List<String> times(LabProfile profile) {
        return switch (profile) {
            case FULL -> List.of("--rounds", "5", "--seconds", "5", "--warmup", "25");
            case SHORT -> List.of("--rounds", "3", "--seconds", "3", "--warmup", "15");
            case BUILD -> List.of("--rounds", "1", "--seconds", "1", "--warmup", "1");
        };
    }
}
