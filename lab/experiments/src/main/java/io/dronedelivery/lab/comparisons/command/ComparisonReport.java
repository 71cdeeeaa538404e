package io.dronedelivery.lab.comparisons.command;

import io.dronedelivery.lab.kit.history.History;
import io.dronedelivery.lab.kit.history.Measurement;
import io.dronedelivery.lab.kit.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a comparison leaves behind, as Markdown and as JSON. It is made before the run, which makes a load on the machine. */
public final class ComparisonReport {

    private final String heading;
    private final Map<String, String> machine = Machine.describe();
    private final Map<String, String> setting = new LinkedHashMap<>();
    private final Map<String, Object> json = new LinkedHashMap<>();

    public ComparisonReport(String heading) {
        this.heading = heading;
        json.put("setting", setting);
    }

    /** Adds what the figures depend on. */
    public ComparisonReport setting(String name, String value) {
        setting.put(name, value);
        return this;
    }

    /** Which gateway it is. @param jar null for the classes of this build */
    public ComparisonReport gateway(@Nullable Path jar, List<String> settings) {
        return setting("gateway", jar == null ? "the classes of this build" : jar.toString())
                .furtherSettings("gateway", settings);
    }

    /** Settings that were given for this run, if there are any. */
    public ComparisonReport furtherSettings(String of, List<String> settings) {
        return settings.isEmpty() ? this : setting("further settings of the " + of, String.join(" ", settings));
    }

    /** Adds figures to the JSON. */
    public ComparisonReport figure(String name, Object value) {
        json.put(name, value);
        return this;
    }

    /**
     * Writes {@code results.json} and {@code results.md}, and prints the latter. Appends to the history where this process has one.
     *
     * @param directory by default the folder has the profile's name
     * @param tables of the figures, in Markdown
     * @param besidePeers figures for the history
     */
    public void tell(Path directory, String tables, List<Measurement> besidePeers) throws IOException {
        setting.putAll(machine);
        Files.createDirectories(directory);
        JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValue(directory.resolve("results.json").toFile(), json);
        String markdown = setting.entrySet().stream()
                .map(entry -> "- " + entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("\n", "# " + heading + "\n\n" + tables.strip() + "\n\n", "\n"));
        Files.writeString(directory.resolve("results.md"), markdown);
        Optional<History> history = History.ofThisProcess();
        if (history.isPresent()) {
            String started = System.getProperty("sun.java.command", "");
            String command = "-P " + directory.getFileName() + started.substring(Math.max(0, started.indexOf(' ')));
            history.get().append(besidePeers, Machine.processorsHere(), command);
        }
        System.out.printf("%n%s%nWritten to %s%n", markdown, directory.toAbsolutePath());
    }
}
