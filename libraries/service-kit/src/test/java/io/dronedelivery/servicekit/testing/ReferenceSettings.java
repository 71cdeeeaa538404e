package io.dronedelivery.servicekit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.FileSystemResource;

/**
 * The settings of a module, from the metadata of its classes, and from the file of settings that it brings along, such as
 * {@code drone-service.yml}. What the file sets is the default.
 */
final class ReferenceSettings {

    /** Settings that say what the application is, which is nothing to change. */
    private static final Pattern FIXED =
            Pattern.compile("logging\\..*|spring\\.(application|config|autoconfigure)\\..*");

    private static final Map<String, String> TYPES = Map.of(
            "java.time.Duration", "duration",
            "org.springframework.util.unit.DataSize", "size",
            "java.lang.String", "text",
            "java.lang.Boolean", "boolean",
            "java.lang.Short", "integer",
            "java.lang.Integer", "integer",
            "java.lang.Long", "integer",
            "java.lang.Float", "number",
            "java.lang.Double", "number",
            "java.math.BigDecimal", "number");

    private final List<SettingMetadata> own;
    private final Map<String, String> file;

    private ReferenceSettings(Stream<SettingMetadata> own, Map<String, String> file) {
        this.own = own.flatMap(SettingMetadata::expanded).toList();
        this.file = file;
    }

    static ReferenceSettings of(Path module) {
        String classes = url(module.resolve("target/classes"));
        return new ReferenceSettings(
                SettingMetadata.onClassPath(metadata -> metadata.toString().startsWith(classes)),
                settingsIn(module.resolve("src/main/resources").resolve(module.getFileName() + ".yml")));
    }

    /** The settings of the class path whose names begin so. */
    static ReferenceSettings named(String beginning) {
        return new ReferenceSettings(
                SettingMetadata.onClassPath(metadata -> true)
                        .filter(setting -> setting.name().startsWith(beginning)),
                Map.of());
    }

    /** The rows of the module's own settings, by what their names begin with. */
    Map<String, List<List<String>>> groups() {
        Map<String, List<List<String>>> groups = new TreeMap<>();
        for (SettingMetadata setting : own) {
            assertThat(setting.description())
                    .as("Javadoc of %s", setting.name())
                    .isNotEmpty();
            groups.computeIfAbsent(
                            setting.name().substring(0, setting.name().lastIndexOf('.')), group -> new ArrayList<>())
                    .add(List.of(
                            ReferencePage.code(setting.name()),
                            type(setting.type()),
                            ReferencePage.code(preset(setting)),
                            ReferencePage.prose(setting.description())));
        }
        return groups;
    }

    /** The rows of the settings of libraries that the module's file has. */
    List<List<String>> ofLibraries() {
        Map<String, String> descriptions = SettingMetadata.onClassPath(metadata -> true)
                .collect(Collectors.toMap(SettingMetadata::name, SettingMetadata::description, (one, other) -> one));
        return file.entrySet().stream()
                .filter(setting -> !FIXED.matcher(setting.getKey()).matches() && !isOwn(setting.getKey()))
                .map(setting -> List.of(
                        ReferencePage.code(setting.getKey()),
                        setting.getValue().isEmpty() ? "empty" : ReferencePage.code(setting.getValue()),
                        firstSentence(descriptions.getOrDefault(setting.getKey().replaceAll("\\[.*", ""), ""))))
                .toList();
    }

    private boolean isOwn(String name) {
        return own.stream().anyMatch(setting -> name.startsWith(setting.name().replaceAll("\\..*", ".")));
    }

    /** The values of a list are one after another in the file. */
    private String preset(SettingMetadata setting) {
        String listed = IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> file.get(setting.name().replace("[]", "[" + i + "]")))
                .takeWhile(Objects::nonNull)
                .limit(setting.name().contains("[]") ? Long.MAX_VALUE : 1)
                .collect(Collectors.joining(", "));
        String preset = Stream.of(listed, entries(setting.name()), setting.preset())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
        String constant = preset.toLowerCase(Locale.ROOT).replace('_', '-');
        return constants(setting.type()).anyMatch(constant::equals) ? constant : preset.replaceAll("^\\[(.*)]$", "$1");
    }

    private String entries(String map) {
        return file.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(map + "["))
                .map(entry ->
                        entry.getKey().substring(map.length()).replaceAll("[\\[\\]]", "") + ": " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    static String type(String name) {
        Matcher container = SettingMetadata.MAP_OR_LIST.matcher(name);
        if (container.matches()) {
            return (container.group(1).startsWith("Map") ? "map of " : "list of ") + type(container.group(2));
        }
        String constants = constants(name).map(ReferencePage::code).collect(Collectors.joining(", "));
        if (!constants.isEmpty()) {
            return constants;
        }
        String other = name.startsWith("io.dronedelivery.") ? "text" : name.replaceAll(".*\\.", "");
        return TYPES.getOrDefault(name, other.toLowerCase(Locale.ROOT));
    }

    /** How the constants of a type are written in settings; none of a type that is no enum. */
    static Stream<String> constants(String type) {
        try {
            Object[] constants = Class.forName(
                            type.replaceAll("<.*", ""), false, ReferenceSettings.class.getClassLoader())
                    .getEnumConstants();
            return Stream.ofNullable(constants)
                    .flatMap(Stream::of)
                    .map(constant ->
                            ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String firstSentence(String description) {
        return ReferencePage.prose(description.replaceAll("(?s)\\.\\s.*", "."));
    }

    private static Map<String, String> settingsIn(Path yaml) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (Files.exists(yaml)) {
            try {
                new YamlPropertySourceLoader()
                        .load(yaml.toString(), new FileSystemResource(yaml)).stream()
                                .map(EnumerablePropertySource.class::cast)
                                .forEach(document -> Stream.of(document.getPropertyNames())
                                        .forEach(name ->
                                                settings.put(name, String.valueOf(document.getProperty(name)))));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return settings;
    }

    private static String url(Path folder) {
        try {
            return folder.toUri().toURL().toString();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
