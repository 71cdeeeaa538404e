package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.accounts.common.Benchmark;
import io.dronedelivery.lab.accounts.common.LabProfile;
import io.dronedelivery.lab.accounts.common.LabSettings;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.report.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The dispatcher as fast as it goes, in turns with a loop around the bare SDK that sends the same events. */
final class FullSpeed {

    static final String DISPATCHER = "dispatcher";
    static final String DISPATCHER_SINGLE = "dispatcher-single";

    private static final String BENCHMARK = "io.dronedelivery.lab.comparisons.dispatch.DispatcherRate";
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

    static List<Rate> measure(LabSettings lab, Children children, Path output, Progress.OfTest told)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(times(lab.profile()));
        options.addAll(List.of("--senders", SENDERS));
        told.say("dispatcher and bare SDK in turns (%s); how far they are is in %s"
                .formatted(String.join(" ", times(lab.profile())), output.resolve(Benchmark.LOG)));
        List<Rate> rates = new ArrayList<>();
        for (JsonNode sender :
                Benchmark.run(lab, children, BENCHMARK, options, output).path("senders")) {
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
