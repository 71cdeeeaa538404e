package io.dronedelivery.house.messages;

import static io.dronedelivery.house.messages.MessageSchema.JSON;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Documents that a schema allows, at its extremes: with the least and with the most that it allows of each value, with the required fields
 * alone and with all of them, without and with fields that it does not know.
 */
final class SchemaDocuments {

    private static final String UNKNOWN = "unknownHere";
    /** The shortest and the longest text of each pattern that the schemas have. */
    private static final Map<String, List<String>> TEXTS = Map.of(
            "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}$", List.of("a", "...".repeat(21) + "."),
            "^[A-Za-z0-9-]{1,64}$", List.of("-", "Z".repeat(64)),
            "Z$", List.of("1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"));

    private final JsonNode root;
    private final boolean most;
    private final boolean optional;
    private final boolean unknown;

    private SchemaDocuments(JsonNode root, boolean most, boolean optional, boolean unknown) {
        this.root = root;
        this.most = most;
        this.optional = optional;
        this.unknown = unknown;
    }

    static List<byte[]> of(MessageSchema schema) {
        List<byte[]> documents = new ArrayList<>();
        for (int bits = 0; bits < 8; bits++) {
            SchemaDocuments kind =
                    new SchemaDocuments(schema.document(), (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0);
            documents.add(kind.value(schema.document()).toString().getBytes(StandardCharsets.UTF_8));
        }
        return documents;
    }

    private JsonNode value(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        if (!reference.isEmpty()) {
            return value(root.at(reference.substring(1)));
        }
        JsonNode values = schema.path("enum");
        if (!values.isEmpty()) {
            return values.get(most ? values.size() - 1 : 0);
        }
        return switch (schema.path("type").asString()) {
            case "object" -> object(schema);
            case "array" -> array(schema);
            case "string" -> JSON.valueToTree(text(schema));
            case "boolean" -> JSON.valueToTree(most);
            case "integer" -> JSON.valueToTree(integer(schema));
            case "number" -> JSON.valueToTree(number(schema));
            default -> throw new IllegalStateException("No values are known here of " + schema);
        };
    }

    private ObjectNode object(JsonNode schema) {
        ObjectNode object = JSON.createObjectNode();
        schema.path("properties").properties().forEach(member -> {
            if (optional || isRequired(schema, member.getKey())) {
                object.set(member.getKey(), value(member.getValue()));
            }
        });
        if (unknown) {
            object.putObject(UNKNOWN).putArray(UNKNOWN).add(1).addNull();
        }
        return object;
    }

    private static boolean isRequired(JsonNode schema, String name) {
        return schema.path("required")
                .valueStream()
                .anyMatch(each -> each.asString().equals(name));
    }

    private ArrayNode array(JsonNode schema) {
        ArrayNode array = JSON.createArrayNode();
        int size =
                most ? schema.path("maxItems").asInt() : schema.path("minItems").asInt(0);
        for (int left = size; left > 0; left--) {
            array.add(value(schema.path("items")));
        }
        return array;
    }

    private String text(JsonNode schema) {
        String pattern = schema.path("pattern").asString("");
        if (pattern.isEmpty()) {
            return "x"
                    .repeat(
                            most
                                    ? schema.path("maxLength").asInt(1_000)
                                    : schema.path("minLength").asInt(0));
        }
        List<String> texts = TEXTS.get(pattern);
        if (texts == null) {
            throw new IllegalStateException("No texts are known here of the pattern " + pattern);
        }
        return texts.get(most ? 1 : 0);
    }

    private long integer(JsonNode schema) {
        return most
                ? schema.path("maximum").asLong(Long.MAX_VALUE)
                : schema.path("minimum").asLong(Long.MIN_VALUE);
    }

    private BigDecimal number(JsonNode schema) {
        BigDecimal step = schema.path("multipleOf").decimalValue(new BigDecimal("0.01"));
        if (most) {
            return schema.path("maximum").decimalValue(new BigDecimal("1000000000000.01"));
        }
        return schema.has("exclusiveMinimum")
                ? schema.path("exclusiveMinimum").decimalValue().add(step)
                : schema.path("minimum").decimalValue(new BigDecimal("-1000000000000.01"));
    }
}
