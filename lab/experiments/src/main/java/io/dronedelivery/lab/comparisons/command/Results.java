package io.dronedelivery.lab.comparisons.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The results of a run, as Markdown and as JSON. */
public final class Results {

    private Results() {}

    /** Writes {@code results.json} and {@code results.md}, and prints the latter. */
    public static void tell(Path directory, Map<String, ?> json, String markdown) throws IOException {
        JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValue(directory.resolve("results.json").toFile(), json);
        Files.writeString(directory.resolve("results.md"), markdown);
        System.out.printf("%n%s%nWritten to %s%n", markdown, directory.toAbsolutePath());
    }

    /** A heading, a table, and what its figures depend on. */
    public static String markdown(String heading, String table, Map<String, String> setting) {
        return setting.entrySet().stream()
                .map(entry -> "- " + entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("\n", "# " + heading + "\n\n" + table + "\n\n", "\n"));
    }
}
