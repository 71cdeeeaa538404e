package io.dronedelivery.house.api;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Values that keep to a schema, of the keywords that our document uses. Integers lie near the lower bound, so that nothing gets expensive. */
final class ValidValues {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    private final Random random;

    ValidValues(Random random) {
        this.random = random;
    }

    JsonNode of(JsonNode schema) {
        return switch (schema.path("type").asString("")) {
            case "object" -> object(schema);
            case "array" -> array(schema);
            case "integer" -> JSON.numberNode(integer(schema));
            case "number" -> JSON.numberNode(number(schema));
            case "boolean" -> JSON.booleanNode(random.nextBoolean());
            case "string" -> JSON.stringNode(string(schema));
            default -> JSON.objectNode();
        };
    }

    private ObjectNode object(JsonNode schema) {
        ObjectNode object = JSON.objectNode();
        schema.path("properties").properties().forEach(member -> {
            if (isRequired(schema, member.getKey()) || random.nextBoolean()) {
                object.set(member.getKey(), of(member.getValue()));
            }
        });
        if (schema.path("additionalProperties").asBoolean(true) && random.nextInt(8) == 0) {
            object.put("another", 1);
        }
        return object;
    }

    private static boolean isRequired(JsonNode schema, String member) {
        for (JsonNode each : schema.path("required")) {
            if (each.asString().equals(member)) {
                return true;
            }
        }
        return false;
    }

    private ArrayNode array(JsonNode schema) {
        int least = schema.path("minItems").asInt(0);
        int most = schema.path("maxItems").asInt(least + 3);
        ArrayNode array = JSON.arrayNode();
        for (int left = least + random.nextInt(most - least + 1); left > 0; left--) {
            array.add(of(schema.path("items")));
        }
        return array;
    }

    private long integer(JsonNode schema) {
        long least = schema.path("minimum").asLong(0);
        long most = Math.min(schema.path("maximum").asLong(Long.MAX_VALUE), least + 7);
        return least + random.nextInt((int) (most - least) + 1);
    }

    private BigDecimal number(JsonNode schema) {
        BigDecimal above = schema.path("exclusiveMinimum").decimalValue(BigDecimal.ZERO);
        BigDecimal least = schema.path("minimum").decimalValue(above.add(new BigDecimal("0.01")));
        BigDecimal range =
                schema.path("maximum").decimalValue(least.add(BigDecimal.TEN)).subtract(least);
        return range.multiply(BigDecimal.valueOf(random.nextDouble()))
                .add(least)
                .setScale(2, RoundingMode.DOWN);
    }

    private String string(JsonNode schema) {
        JsonNode choices = schema.path("enum");
        if (!choices.isEmpty()) {
            return choices.get(random.nextInt(choices.size())).asString();
        }
        String pattern = schema.path("pattern").asString("");
        boolean mayBeLong = pattern.isEmpty() && random.nextInt(4) == 0;
        int length = Math.min(
                mayBeLong ? 300 : 1 + random.nextInt(20),
                schema.path("maxLength").asInt(300));
        StringBuilder text = new StringBuilder("g");
        while (text.length() < length) {
            text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        if (!Pattern.compile(pattern).matcher(text).find()) {
            throw new IllegalStateException("No value is known here for the pattern " + pattern);
        }
        return text.toString();
    }
}
