package io.dronedelivery.house.messages;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A published schema of the data of events.
 *
 * @param type of the events
 * @param version of their data
 */
record MessageSchema(String type, int version, JsonNode document, Schema validator) {

    static final JsonMapper JSON = JsonMapper.shared();

    private static final Path FOLDER =
            Path.of("..", "..", "docs", "messages").toAbsolutePath().normalize();
    private static final Pattern FILE = Pattern.compile("([A-Za-z]+)\\.v([0-9]+)\\.schema\\.json");

    /** Those of this commit, by {@link #name}. */
    static Map<String, MessageSchema> present() {
        return in(FOLDER);
    }

    /** Those that were released. */
    static Map<String, MessageSchema> released() {
        return in(FOLDER.resolve("released"));
    }

    private static Map<String, MessageSchema> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            Map<String, MessageSchema> schemas = new TreeMap<>();
            files.filter(file -> file.toString().endsWith(".json"))
                    .map(MessageSchema::read)
                    .forEach(schema -> schemas.put(schema.name(), schema));
            return schemas;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageSchema read(Path file) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        if (!name.matches()) {
            throw new IllegalStateException(file + " is not named <type>.v<version>.schema.json");
        }
        try {
            String text = Files.readString(file);
            return new MessageSchema(
                    name.group(1),
                    Integer.parseInt(name.group(2)),
                    JSON.readTree(text),
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String name(String type, int version) {
        return type + ".v" + version;
    }

    String name() {
        return name(type, version);
    }

    /** What is wrong with the data of an event; nothing when it keeps to the schema. */
    List<String> violations(byte[] data) {
        return validator
                .validate(
                        new String(data, StandardCharsets.UTF_8),
                        InputFormat.JSON,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                .stream()
                .map(Object::toString)
                .toList();
    }

    @Override
    public String toString() {
        return name();
    }
}
