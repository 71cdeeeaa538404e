package io.dronedelivery.loadtest.lab;

import io.dronedelivery.loadtest.lab.StepLoad.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Writes what an experiment leaves behind: {@code results.json}, {@code results.md} and {@code index.html}. */
final class Results {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addModule(new SimpleModule()
                    .addSerializer(double.class, new NothingForNaN())
                    .addSerializer(Double.class, new NothingForNaN()))
            .build();

    private Results() {}

    /** Writes all three; returns the checks. */
    static List<Check> write(LabSettings settings, Machine machine, List<Run> runs, Path output) throws IOException {
        List<Check> checks = StepLoadChecks.of(runs, settings.profile().judgesSpeed());
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("experiment", StepLoad.NAME);
        results.put("profile", settings.profile().text());
        results.put("machine", machine);
        results.put("derivation", StepLoadTest.Model.DERIVATION);
        results.put("runs", runs.stream().map(Results::run).toList());
        results.put("checks", checks);
        Files.createDirectories(output);
        JSON.writeValue(output.resolve("results.json").toFile(), results);
        Files.writeString(output.resolve("results.md"), ResultsTable.of(settings, machine, runs, checks));
        Files.writeString(output.resolve("index.html"), ResultsPage.of(JSON.writeValueAsString(results)));
        return checks;
    }

    private static Map<String, Object> run(Run run) {
        StepLoadTest test = run.test();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", test.name());
        json.put("change", test.change());
        json.put(
                "settings",
                Map.of(
                        "throughput", test.throughput(),
                        "partitionKey", test.partitionKey(),
                        "parallelism", test.parallelism(),
                        "partitions", StepLoadTest.PARTITIONS,
                        "more", test.more()));
        json.put(
                "modelled",
                Map.of(
                        "latency",
                        test.model().latency(),
                        "pauseMs",
                        test.model().pause().toMillis(),
                        "burstSeconds",
                        test.model().burstSeconds(),
                        "chargePerPartitionAsked",
                        3.20125,
                        "chargePerDocument",
                        0.18875));
        json.put("measured", run.measured());
        json.put("ceiling", run.ceiling());
        json.put("published", test.published() == null ? Map.of() : test.published());
        return json;
    }

    /** JSON has no NaN: where there was nothing to measure there is null. */
    private static final class NothingForNaN extends ValueSerializer<Double> {

        @Override
        public void serialize(Double value, JsonGenerator out, SerializationContext context) {
            if (value.isNaN()) {
                out.writeNull();
            } else {
                out.writeNumber(value);
            }
        }
    }
}
