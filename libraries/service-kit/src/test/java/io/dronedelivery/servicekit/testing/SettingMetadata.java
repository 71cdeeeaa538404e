package io.dronedelivery.servicekit.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * What the configuration processor knows of a setting.
 *
 * @param type the name of its Java type, with type arguments
 * @param preset the default, empty without one
 * @param description the Javadoc, empty without one
 */
record SettingMetadata(String name, String type, String preset, String description) {

    static final Pattern MAP_OR_LIST = Pattern.compile("java\\.util\\.(Map<java\\.lang\\.\\w+,|List<)(.+)>");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OF_JAR = "META-INF/spring-configuration-metadata.json";

    /** Made of types with {@code @ConfigurationPropertiesSource}: those that are values of a map or list, or of another module. */
    private static final String OF_TYPE = "META-INF/spring/configuration-metadata/%s.json";

    /** The settings of all jars and folders of the class path whose address is accepted. */
    static Stream<SettingMetadata> onClassPath(Predicate<URL> accepted) {
        try {
            return Collections.list(loader().getResources(OF_JAR)).stream()
                    .filter(accepted)
                    .flatMap(SettingMetadata::in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A map or list of settings as these settings, of any name; any other setting as it is. */
    Stream<SettingMetadata> expanded() {
        Matcher container = MAP_OR_LIST.matcher(type);
        URL values = container.matches() ? loader().getResource(OF_TYPE.formatted(container.group(2))) : null;
        if (values == null) {
            return Stream.of(this);
        }
        String prefix = name + (container.group(1).startsWith("Map") ? ".<name>." : "[].");
        return in(values)
                .map(value -> new SettingMetadata(prefix + value.name, value.type, value.preset, value.description))
                .flatMap(SettingMetadata::expanded);
    }

    private static Stream<SettingMetadata> in(URL metadata) {
        try (InputStream json = metadata.openStream()) {
            return JSON.readTree(json)
                    .path("properties")
                    .valueStream()
                    .map(property -> new SettingMetadata(
                            property.path("name").asString(),
                            property.path("type").asString(""),
                            preset(property.path("defaultValue")),
                            description(property)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The processor of a module does not always find the Javadoc of another module's types; the metadata of the type has it. */
    private static String description(JsonNode property) {
        String own = property.path("description").asString("");
        String name = property.path("name").asString();
        URL ofType = loader().getResource(
                        OF_TYPE.formatted(property.path("sourceType").asString("")));
        if (!own.isEmpty() || ofType == null || !name.contains(".")) {
            return own;
        }
        return in(ofType)
                .filter(setting -> name.endsWith("." + setting.name))
                .map(SettingMetadata::description)
                .findFirst()
                .orElse("");
    }

    private static String preset(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "))
                : value.asString("");
    }

    private static ClassLoader loader() {
        return SettingMetadata.class.getClassLoader();
    }
}
