package io.dronedelivery.servicekit.testing;

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

/** The published schemas of the messages. */
public final class MessageSchemas {

    private static final Path FOLDER = Repository.resolve("docs", "messages");

    private MessageSchemas() {}

    /** What is wrong with the data of an event by the schema of its type; nothing when it keeps to it. */
    public static List<String> violations(String type, byte[] data) {
        return schema(type)
                .validate(
                        new String(data, StandardCharsets.UTF_8),
                        InputFormat.JSON,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                .stream()
                .map(Object::toString)
                .toList();
    }

    private static Schema schema(String type) {
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(FOLDER.resolve(type + ".v1.schema.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
