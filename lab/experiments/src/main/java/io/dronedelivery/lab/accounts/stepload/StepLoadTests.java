package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.accounts.common.Experiment;
import io.dronedelivery.lab.accounts.stepload.StepLoadTest.Model;
import io.dronedelivery.lab.accounts.stepload.StepLoadTest.PublishedSteps;
import io.dronedelivery.lab.accounts.stepload.StepLoadTest.StepLatency;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

final class StepLoadTests {

    private static final int AMPLE = 1_000_000;

    private StepLoadTests() {}

    static List<StepLoadTest> all() {
        return Stream.of(ofTheArticle(), List.of(withTheNumberOfCpus()), beyond(), softwareAlone())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Those that were asked for, by name or by number alone; all when nothing was.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    static List<StepLoadTest> chosen(String text) {
        return Experiment.chosen(all(), StepLoadTest::id, name -> name.matches("\\d+") ? "test-" + name : name, text);
    }

    private static List<StepLoadTest> ofTheArticle() {
        return List.of(
                new StepLoadTest(
                        "Test 1",
                        "900 RU/s, queries in series, key = delivery id",
                        900,
                        "/id",
                        "1",
                        Model.CALIBRATED,
                        Map.of(),
                        new PublishedSteps(
                                19, 44, 9_850, 16_071, new StepLatency(669, 104, 1_570, 3_270), 11, 29, 136, 100)),
                new StepLoadTest(
                        "Test 2",
                        "2500 RU/s",
                        2_500,
                        "/id",
                        "1",
                        Model.CALIBRATED,
                        Map.of(),
                        new PublishedSteps(
                                23, 47, 10_901, 0, new StepLatency(569, 95.4, 1_230, 1_840), 9, 29, 153, 278)),
                new StepLoadTest(
                        "Test 3",
                        "queries in parallel, one for each partition",
                        2_500,
                        "/id",
                        "9",
                        Model.CALIBRATED,
                        Map.of(),
                        new PublishedSteps(42, 76, 20_162, 0, new StepLatency(215, 50.8, 435, 764), 10, 29, 250, 278)),
                new StepLoadTest(
                        "Test 4",
                        "key = owner id: one partition is asked",
                        2_500,
                        "/ownerId",
                        "9",
                        Model.CALIBRATED,
                        Map.of(),
                        new PublishedSteps(59, 99, 28_616, 0, new StepLatency(176, 37.5, 268, 685), 1, 3.39, 69, 278)));
    }

    /** The SDK's own choice, {@code -1}: in Java that is the number of processors, whatever the number of partitions. */
    private static StepLoadTest withTheNumberOfCpus() {
        String cpus = Integer.toString(Runtime.getRuntime().availableProcessors());
        return new StepLoadTest(
                "Variant 3",
                "as Test 3 with the SDK's -1, in Java the number of CPUs: " + cpus,
                2_500,
                "/id",
                cpus,
                Model.CALIBRATED,
                Map.of(),
                null);
    }

    /** Each takes away what the page of the one before shows as the limit. */
    private static List<StepLoadTest> beyond() {
        Model noPause = new Model(Model.CALIBRATED.latency(), Duration.ZERO, 0);
        Model nearby = new Model("5ms/15ms", Duration.ZERO, 0);
        return List.of(
                summary(
                        "Test 5",
                        "point read of the month's summary, which the change feed keeps",
                        2_500,
                        Model.CALIBRATED),
                summary("Test 6", "users ask again at once", 10_000, noPause),
                summary("Test 7", "the database nearby, 5 ms a call", 100_000, nearby),
                summary(
                                "Test 8",
                                "all ask for one owner's months, identical calls at the same time are made once",
                                100_000,
                                nearby)
                        .with(StepLoadTest.COALESCE, "true"));
    }

    /** The settings of Tests 2 to 5 without artificial latency, pause and limit of request units. */
    private static List<StepLoadTest> softwareAlone() {
        return List.of(
                software("Software 2", "as Test 2, no latency, no pause, RU enough", "/id", "1"),
                software("Software 3", "as Test 3, no latency, no pause, RU enough", "/id", "9"),
                software("Software 4", "as Test 4, no latency, no pause, RU enough", "/ownerId", "9"),
                summary("Software 5", "as Test 5, no latency, no pause, RU enough", AMPLE, Model.NONE));
    }

    private static StepLoadTest software(String name, String change, String partitionKey, String parallelism) {
        return new StepLoadTest(name, change, AMPLE, partitionKey, parallelism, Model.NONE, Map.of(), null);
    }

    /** @param throughput of the summaries' container, and of the flights' */
    private static StepLoadTest summary(String name, String change, int throughput, Model model) {
        Map<String, String> options = Map.of(
                "drone.utilization.source", "summary",
                "drone.utilization.summary.concurrency", "40",
                // Nothing changes while the load runs, and looking for changes costs calls that are no operation's.
                "drone.utilization.summary.poll-interval", "5m",
                "cosmos.containers.flight-summaries.create-if-missing", "true",
                "cosmos.containers.flight-summaries.throughput", Integer.toString(throughput));
        return new StepLoadTest(name, change, throughput, "/ownerId", "9", model, options, null);
    }
}
