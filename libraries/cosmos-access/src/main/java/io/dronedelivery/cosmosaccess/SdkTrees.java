package io.dronedelivery.cosmosaccess;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts the services' Jackson 3 trees into the SDK's Jackson 2 trees, and back. Numbers keep their type and their digits, and objects
 * keep the order of their members. Bytes become text in Base64.
 */
final class SdkTrees {

    private static final JsonNodeFactory OURS = JsonNodeFactory.instance;
    private static final com.fasterxml.jackson.databind.node.JsonNodeFactory SDKS =
            com.fasterxml.jackson.databind.node.JsonNodeFactory.instance;

    private SdkTrees() {}

    /** @throws IllegalArgumentException when the tree holds a node that is not JSON: a missing node or a Java object */
    static com.fasterxml.jackson.databind.JsonNode toSdk(JsonNode ours) {
        return switch (ours.getNodeType()) {
            case OBJECT -> {
                com.fasterxml.jackson.databind.node.ObjectNode object = SDKS.objectNode();
                ours.forEachEntry((name, value) -> object.set(name, toSdk(value)));
                yield object;
            }
            case ARRAY -> {
                com.fasterxml.jackson.databind.node.ArrayNode array = SDKS.arrayNode(ours.size());
                ours.forEach(element -> array.add(toSdk(element)));
                yield array;
            }
            case STRING, BINARY -> SDKS.textNode(ours.asString());
            case NUMBER -> numberToSdk((NumericNode) ours);
            case BOOLEAN -> SDKS.booleanNode(ours.booleanValue());
            case NULL -> SDKS.nullNode();
            case MISSING, POJO -> throw new IllegalArgumentException("Not JSON: " + ours.getNodeType());
        };
    }

    /** @throws IllegalArgumentException when the tree holds a node that is not JSON: a missing node or a Java object */
    static JsonNode fromSdk(com.fasterxml.jackson.databind.JsonNode sdks) {
        return switch (sdks.getNodeType()) {
            case OBJECT -> {
                ObjectNode object = OURS.objectNode();
                sdks.forEachEntry((name, value) -> object.set(name, fromSdk(value)));
                yield object;
            }
            case ARRAY -> {
                ArrayNode array = OURS.arrayNode(sdks.size());
                sdks.forEach(element -> array.add(fromSdk(element)));
                yield array;
            }
            case STRING -> OURS.stringNode(sdks.textValue());
            case NUMBER -> numberFromSdk(sdks);
            case BOOLEAN -> OURS.booleanNode(sdks.booleanValue());
            case NULL -> OURS.nullNode();
            case BINARY, MISSING, POJO -> throw new IllegalArgumentException("Not JSON: " + sdks.getNodeType());
        };
    }

    private static com.fasterxml.jackson.databind.JsonNode numberToSdk(NumericNode ours) {
        return switch (ours.numberType()) {
            case INT -> SDKS.numberNode(ours.intValue());
            case LONG -> SDKS.numberNode(ours.longValue());
            case BIG_INTEGER -> SDKS.numberNode(ours.bigIntegerValue());
            case FLOAT -> SDKS.numberNode(ours.floatValue());
            case DOUBLE -> SDKS.numberNode(ours.doubleValue());
            case BIG_DECIMAL -> SDKS.numberNode(ours.decimalValue());
        };
    }

    private static JsonNode numberFromSdk(com.fasterxml.jackson.databind.JsonNode sdks) {
        return switch (sdks.numberType()) {
            case INT -> OURS.numberNode(sdks.intValue());
            case LONG -> OURS.numberNode(sdks.longValue());
            case BIG_INTEGER -> OURS.numberNode(sdks.bigIntegerValue());
            case FLOAT -> OURS.numberNode(sdks.floatValue());
            case DOUBLE -> OURS.numberNode(sdks.doubleValue());
            case BIG_DECIMAL -> OURS.numberNode(sdks.decimalValue());
        };
    }
}
