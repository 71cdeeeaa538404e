package io.dronedelivery.lab.comparisons.command;

import io.dronedelivery.lab.kit.history.History;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The results of a run, as Markdown and as JSON. */
public final class ComparisonResults {

    private ComparisonResults() {}

    /**
     * Writes {@code results.json} and {@code results.md}, and prints the latter. Appends to the history where this process has one.
     *
     * @param besidePeers figures for the history
     */
    public static void tell(Path directory, Map<String, ?> json, String markdown, List<Measurement> besidePeers)
            throws IOException {
        JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValue(directory.resolve("results.json").toFile(), json);
        Files.writeString(directory.resolve("results.md"), markdown);
        Optional<History> history = History.ofThisProcess();
        if (history.isPresent()) {
            history.get().append(besidePeers, Machine.processorsHere(), command(directory));
        }
        System.out.printf("%n%s%nWritten to %s%n", markdown, directory.toAbsolutePath());
    }

    /** By default the folder has the profile's name. */
    private static String command(Path directory) {
        String started = System.getProperty("sun.java.command", "");
        return "-P " + directory.getFileName() + started.substring(Math.max(0, started.indexOf(' ')));
    }

    /** A heading, a table, and what its figures depend on. */
    public static String markdown(String heading, String table, Map<String, String> setting) {
        return setting.entrySet().stream()
                .map(entry -> "- " + entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("\n", "# " + heading + "\n\n" + table + "\n\n", "\n"));
    }
}
