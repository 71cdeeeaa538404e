package io.dronedelivery.lab.kit.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One page of all experiments whose results are in a folder, whenever they were run. */
final class IndexPage {

    private static final JsonMapper JSON = new JsonMapper();

    private IndexPage() {}

    /**
     * Writes {@code index.html} into the folder that has a folder for each experiment.
     *
     * @return the page
     */
    static Path write(Path output) throws IOException {
        List<Map<String, Object>> experiments = new ArrayList<>();
        try (Stream<Path> folders = Files.list(output)) {
            for (Path folder : folders.sorted().toList()) {
                Path results = folder.resolve("results.json");
                if (Files.isRegularFile(results)) {
                    experiments.add(summary(folder.getFileName().toString(), results));
                }
            }
        }
        Path page = output.resolve("index.html");
        Results.replace(page, ResultsPage.index(JSON.writeValueAsString(experiments)));
        return page;
    }

    private static Map<String, Object> summary(String folder, Path file) throws IOException {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("folder", folder);
        summary.put("written", Files.getLastModifiedTime(file).toInstant().toString());
        try {
            JsonNode results = JSON.readTree(Files.readString(file));
            summary.put("experiment", results.path("experiment").asString(folder));
            summary.put("profile", results.path("profile").asString(""));
            summary.put("machine", results.path("machine"));
            summary.put("tests", results.path("tests"));
            summary.put("fitness", results.path("fitness"));
            summary.put("runs", names(results.path("runs")));
            summary.put("checks", results.path("checks"));
        } catch (JacksonException unreadable) {
            // Of a run that was interrupted while it wrote.
            summary.put("experiment", folder);
        }
        return summary;
    }

    private static List<String> names(JsonNode runs) {
        List<String> names = new ArrayList<>();
        runs.forEach(run -> names.add(run.path("name").asString("")));
        return names;
    }
}
