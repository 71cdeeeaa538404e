package io.dronedelivery.servicekit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The meters of one or several modules, one row for each name. */
final class ReferenceMeters {

    private static final Pattern NAME_IN_SOURCE =
            Pattern.compile("(?:Counter|Gauge|Timer|DistributionSummary)\\s*\\.builder\\(\\s*\"([^\"]+)\"");

    /** What {@code service-kit.yml} gives to each meter. */
    private static final String COMMON_TAG = "application";

    private ReferenceMeters() {}

    /** Fails when the sources of the modules name a meter that no registry has. */
    static List<List<String>> of(List<Path> modules, List<String> names, MeterRegistry... registries) {
        Map<String, List<Meter.Id>> found = new TreeMap<>();
        Stream.of(registries)
                .flatMap(registry -> registry.getMeters().stream())
                .map(Meter::getId)
                .filter(id -> names.stream().anyMatch(id.getName()::startsWith))
                .forEach(id -> found.computeIfAbsent(id.getName(), name -> new ArrayList<>())
                        .add(id));
        assertThat(modules.stream().flatMap(module -> namesInSources(module.resolve("src/main/java")).stream()))
                .as("meters of the sources that the test has not seen; it has %s", found.keySet())
                .allMatch(name -> found.keySet().stream()
                        .anyMatch(name.endsWith(".") ? seen -> seen.startsWith(name) : name::equals));
        return found.values().stream().map(ReferenceMeters::row).toList();
    }

    private static List<String> row(List<Meter.Id> ids) {
        Meter.Id first = ids.get(0);
        String description = ids.stream()
                .map(Meter.Id::getDescription)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
        assertThat(description)
                .as("description of the meter %s", first.getName())
                .isNotEmpty();
        return List.of(
                ReferencePage.code(first.getName()),
                first.getType().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                Objects.toString(first.getBaseUnit(), ""),
                ids.stream()
                        .flatMap(id -> id.getTags().stream())
                        .map(Tag::getKey)
                        .filter(key -> !key.equals(COMMON_TAG))
                        .distinct()
                        .sorted()
                        .map(ReferencePage::code)
                        .collect(Collectors.joining(", ")),
                ReferencePage.prose(description));
    }

    private static List<String> namesInSources(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            List<String> names = new ArrayList<>();
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher name = NAME_IN_SOURCE.matcher(Files.readString(file));
                while (name.find()) {
                    names.add(name.group(1));
                }
            }
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
