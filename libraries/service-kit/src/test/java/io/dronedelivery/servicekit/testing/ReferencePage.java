package io.dronedelivery.servicekit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page of a module in {@code docs/reference}: its settings, as their Javadoc describes them, and its meters. A test of each module
 * compares the page with the code.
 */
public final class ReferencePage {

    private static final String WRITE = "reference.write";
    private static final String COMMAND =
            "mvn test -pl :%s -am -Dtest=ReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dreference.write=true";

    /** The tags code and link of Javadoc. Their content may have braces, also in braces. */
    private static final Pattern INLINE_TAG =
            Pattern.compile("\\{@(?:code|link)\\s+((?:[^{}]|\\{(?:[^{}]|\\{[^{}]*})*})+)}");

    private ReferencePage() {}

    /**
     * Compares the page of the module in whose folder the test runs, or writes it with {@code -Dreference.write=true}.
     *
     * @param meters names of the module's meters, or what such names begin with
     * @param registries of applications that have registered all of these meters
     */
    public static void check(List<String> meters, MeterRegistry... registries) {
        Path module = Path.of("").toAbsolutePath();
        String name = module.getFileName().toString();
        check(name, name, ReferenceSettings.of(module), ReferenceMeters.of(List.of(module), meters, registries));
    }

    /**
     * Compares the page of a library that has several modules: the one in whose folder the test runs, and those beside it, which are all on
     * the class path.
     *
     * @param settings what the names of the library's settings begin with
     */
    public static void checkLibrary(String settings, List<String> meters, MeterRegistry... registries) {
        Path module = Path.of("").toAbsolutePath();
        Path library = module.getParent();
        String name = library.getFileName().toString();
        check(
                name,
                name + "-" + module.getFileName(),
                ReferenceSettings.named(settings),
                ReferenceMeters.of(modulesIn(library), meters, registries));
    }

    private static List<Path> modulesIn(Path library) {
        try (Stream<Path> folders = Files.list(library)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void check(String name, String artifact, ReferenceSettings settings, List<List<String>> meters) {
        String command = COMMAND.formatted(artifact);
        Path page = Repository.resolve("docs", "reference").resolve(name + ".md");
        String text = text(name, command, settings, meters);
        try {
            if (Boolean.getBoolean(WRITE)) {
                Files.writeString(page, text);
            }
            assertThat(Files.exists(page) ? Files.readString(page) : "")
                    .as("%s is not what the code says. Write it again: %s", page, command)
                    .isEqualTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(String module, String command, ReferenceSettings settings, List<List<String>> meters) {
        StringBuilder text = new StringBuilder("# Settings and meters of " + module + "\n\n")
                .append("This page is generated from the code. A test compares the two. This command writes the page"
                        + " again:\n\n")
                .append("```\n" + command + "\n```\n");
        settings.groups()
                .forEach((group, rows) -> text.append("\n## `" + group + "`\n\n")
                        .append(table(List.of("setting", "type", "default", "description"), rows)));
        List<List<String>> ofLibraries = settings.ofLibraries();
        if (!ofLibraries.isEmpty()) {
            text.append("\n## Settings of libraries\n\nThe module gives these settings another default.\n\n")
                    .append(table(List.of("setting", "value", "description"), ofLibraries));
        }
        if (!meters.isEmpty()) {
            text.append("\n## Meters\n\nEach meter also has the tag `application`, the name of the application.\n\n")
                    .append(table(List.of("meter", "type", "unit", "tags", "description"), meters));
        }
        return text.toString();
    }

    private static String table(List<String> columns, List<List<String>> rows) {
        return Stream.concat(
                        Stream.of(columns, columns.stream().map(column -> "---").toList()), rows.stream())
                .map(cells -> cells.stream().map(cell -> cell + " ").collect(Collectors.joining("| ", "| ", "|\n")))
                .collect(Collectors.joining());
    }

    static String code(String text) {
        return text.isEmpty() ? "" : "`" + text.replace("|", "\\|") + "`";
    }

    /** Javadoc, or a description of somebody else's, as Markdown. */
    static String prose(String text) {
        return INLINE_TAG.matcher(text.replace("|", "\\|")).replaceAll("`$1`").replaceAll("\\s+", " ");
    }
}
