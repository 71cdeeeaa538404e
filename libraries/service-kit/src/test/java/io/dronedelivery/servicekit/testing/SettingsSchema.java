package io.dronedelivery.servicekit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON Schema of settings, by which an editor completes and checks them. A test of a module compares the file with the metadata of the code. */
public final class SettingsSchema {

    /** A reference to another setting may stand everywhere. */
    private static final String OR_PLACEHOLDER = "|.*\\$\\{.*\\}.*)$";

    private SettingsSchema() {}

    /**
     * Compares a file of the module in whose folder the test runs, or writes it with {@code -Dreference.write=true}.
     *
     * @param file below the module's resources
     * @param names first elements of the names of settings, such as {@code gateway}
     */
    public static void check(String file, String title, List<String> names) {
        Path path = Path.of("src/main/resources", file);
        JsonMapper json = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT, SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build();
        String text = json.writeValueAsString(schema(title, names)) + "\n";
        try {
            if (Boolean.getBoolean("reference.write")) {
                Files.writeString(path, text);
            }
            assertThat(Files.exists(path) ? Files.readString(path) : "")
                    .as("%s is not what the code says; -Dreference.write=true writes it again", path)
                    .isEqualTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> schema(String title, List<String> names) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("$schema", "http://json-schema.org/draft-07/schema#");
        root.put("title", title);
        root.put("type", "object");
        root.put("properties", new TreeMap<String, Object>());
        SettingMetadata.onClassPath(metadata -> true)
                .filter(setting ->
                        names.stream().anyMatch(name -> setting.name().startsWith(name + '.')))
                .flatMap(SettingMetadata::expanded)
                .forEach(setting -> add(root, setting));
        return root;
    }

    private static void add(Map<String, Object> root, SettingMetadata setting) {
        Map<String, Object> at = root;
        String[] elements = setting.name().split("\\.");
        for (int i = 0; i < elements.length - 1; i++) {
            at = inner(at, elements[i]);
        }
        Map<String, Object> leaf = new LinkedHashMap<>(ofType(setting.type()));
        leaf.put("description", ReferencePage.prose(setting.description()));
        properties(at).put(elements[elements.length - 1], leaf);
    }

    private static Map<String, Object> inner(Map<String, Object> at, String element) {
        if (element.equals("<name>")) {
            return object(with(at, "additionalProperties", newObject()), "additionalProperties");
        }
        boolean list = element.endsWith("[]");
        String name = list ? element.substring(0, element.length() - 2) : element;
        Map<String, Object> value = object(with(properties(at), name, list ? newList() : newObject()), name);
        return list ? object(value, "items") : value;
    }

    private static Map<String, Object> with(Map<String, Object> object, String name, Object absent) {
        object.putIfAbsent(name, absent);
        if (Boolean.FALSE.equals(object.get(name))) {
            object.put(name, absent);
        }
        return object;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> object, String name) {
        return (Map<String, Object>) object.get(name);
    }

    private static Map<String, Object> properties(Map<String, Object> object) {
        return object(object, "properties");
    }

    private static Map<String, Object> newObject() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("type", List.of("object", "null"));
        object.put("properties", new TreeMap<String, Object>());
        // Keys with dots are settings, too.
        object.put("patternProperties", Map.of("\\.", Map.of()));
        object.put("additionalProperties", false);
        return object;
    }

    private static Map<String, Object> newList() {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("type", List.of("array", "null"));
        list.put("items", newObject());
        return list;
    }

    private static Map<String, Object> ofType(String type) {
        Matcher container = SettingMetadata.MAP_OR_LIST.matcher(type);
        if (container.matches()) {
            Map<String, Object> values = ofType(container.group(2));
            return container.group(1).startsWith("Map")
                    ? Map.of("type", List.of("object", "null"), "additionalProperties", values)
                    : Map.of(
                            "anyOf",
                            List.of(
                                    Map.of("type", "array", "items", values),
                                    Map.of("type", List.of("string", "null"))));
        }
        List<String> constants = ReferenceSettings.constants(type).toList();
        if (!constants.isEmpty()) {
            // An editor proposes the first spelling; settings take both.
            String others = String.join("|", constants).toUpperCase(Locale.ROOT).replace("-", "[_-]");
            return Map.of(
                    "anyOf",
                    List.of(
                            Map.of("enum", constants),
                            Map.of("type", "string", "pattern", "^(" + others + OR_PLACEHOLDER)));
        }
        return switch (ReferenceSettings.type(type)) {
            case "boolean" -> scalar("true|false", "boolean");
            case "integer" -> scalar("[+-]?[0-9]+", "integer");
            case "number" -> scalar("[+-]?[0-9.eE+-]+", "number");
            case "duration" -> scalar("[+-]?[0-9]+(ns|us|ms|s|m|h|d)?|[+-]?[pP].*", "integer");
            case "size" -> scalar("[+-]?[0-9]+(B|KB|MB|GB|TB)?", "integer");
            default -> Map.of("type", List.of("string", "number", "boolean", "null"));
        };
    }

    private static Map<String, Object> scalar(String pattern, String type) {
        Map<String, Object> scalar = new LinkedHashMap<>();
        scalar.put("type", List.of(type, "string", "null"));
        scalar.put("pattern", "^(" + pattern + OR_PLACEHOLDER);
        return scalar;
    }
}
