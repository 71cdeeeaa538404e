package io.dronedelivery.lab.kit.report;

import io.dronedelivery.lab.kit.history.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes what an experiment leaves behind: {@code results.json}, {@code results.md} and {@code index.html}, and beside its folder the index of
 * all experiments.
 */
public final class Results {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addModule(new SimpleModule()
                    .addSerializer(double.class, new NothingForNaN())
                    .addSerializer(Double.class, new NothingForNaN()))
            .build();

    private Results() {}

    /**
     * Writes all of it in place of what is there. After the last test it appends to the history, where this process has one.
     *
     * @param output has a folder for each experiment
     * @return the checks of the findings, after those of its tests
     */
    public static List<Check> write(Findings findings, Path output) throws IOException {
        List<Check> checks = Stream.concat(findings.tests().checks().stream(), findings.checks().stream())
                .map(check -> findings.areComparable() ? check : check.onUnfitMachine())
                .sorted(Comparator.comparing(Check::fails).reversed())
                .toList();
        Machine machine = Machine.here();
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("experiment", findings.experiment());
        results.put("profile", findings.profile());
        results.put("machine", machine);
        results.put("fitness", findings.fitness());
        results.put("tests", findings.tests());
        results.put("inputs", findings.inputs());
        results.put("runs", findings.runs());
        results.put("checks", checks);
        Path folder = output.resolve(findings.experiment());
        Files.createDirectories(folder);
        String json = JSON.writeValueAsString(results);
        replace(folder.resolve("results.json"), json);
        replace(folder.resolve("results.md"), markdown(findings, checks, machine));
        replace(
                folder.resolve("index.html"),
                ResultsPage.of(
                        findings.experiment(), findings.page(), json, JSON.writeValueAsString(findings.before())));
        Optional<History> history = History.ofThisProcess();
        if (history.isPresent() && findings.tests().areOver() && findings.areComparable()) {
            history.get().append(findings.besidePeers(), Machine.processorsHere(), command(findings));
        }
        IndexPage.write(output);
        return checks;
    }

    /** At once: a browser may read the file meanwhile. */
    static void replace(Path file, String text) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(whole, text);
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String command(Findings findings) {
        return "mvn -Plab verify -Dexperiment=" + findings.experiment() + " -Dprofile=" + findings.profile();
    }

    private static String markdown(Findings findings, List<Check> checks, Machine machine) {
        return """
            # %s (%s)

            %s
            Machine: %s

            %s
            | must hold | | figure |
            |---|---|---|
            %s
            """.formatted(
                        findings.experiment(),
                        findings.profile(),
                        beginning(findings),
                        machine.text(),
                        findings.table(),
                        checks.stream().map(Results::row).collect(Collectors.joining("\n")));
    }

    private static String beginning(Findings findings) {
        MachineFitness fitness = findings.fitness();
        return (findings.tests().areRunning() ? "**Running.**\n" : "")
                + (fitness == null ? "" : "\nBefore the first test " + fitness.text() + "\n");
    }

    private static String row(Check check) {
        return "| %s | %s | %s |"
                .formatted(cell(check.name()), check.fails() ? "**fails**" : check.outcome(), cell(check.figure()));
    }

    /** The message of a failure may have lines and bars, which would end the cell. */
    private static String cell(String text) {
        return text.replace("|", "\\|").replaceAll("\\R", "<br>");
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
