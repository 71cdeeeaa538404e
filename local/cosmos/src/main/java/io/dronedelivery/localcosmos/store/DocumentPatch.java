package io.dronedelivery.localcosmos.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A partial update: up to ten operations, applied in their order, all or none.
 *
 * @param condition the condition that the document must fulfil before; otherwise 412
 */
public record DocumentPatch(List<PatchOperation> operations, Predicate<ObjectNode> condition) {
    private static final int MAX_OPERATIONS = 10;

    /**
     * Reads {@code {"condition":"from c where ..","operations":[..]}}, or the operations alone.
     *
     * @param conditions turns the text of a condition into a test
     */
    public static DocumentPatch parse(JsonNode body, Function<String, Predicate<ObjectNode>> conditions) {
        JsonNode operations = body.isArray() ? body : body.path("operations");
        if (!operations.isArray() || operations.isEmpty() || operations.size() > MAX_OPERATIONS) {
            throw ServiceException.badRequest(
                    "A patch needs 'operations', an array of 1 to 10 entries, or is that array.");
        }
        List<PatchOperation> parsed = new ArrayList<>(operations.size());
        operations.forEach(operation -> parsed.add(PatchOperation.parse(operation)));
        return new DocumentPatch(parsed, condition(body.path("condition"), conditions));
    }

    private static Predicate<ObjectNode> condition(JsonNode text, Function<String, Predicate<ObjectNode>> conditions) {
        if (text.isMissingNode() || text.isNull()) {
            return document -> true;
        }
        if (!text.isString()) {
            throw ServiceException.badRequest("The 'condition' of a patch is no text.");
        }
        return conditions.apply(text.stringValue());
    }

    /** @throws ServiceException 412 when the document, including system properties, does not fulfil the condition */
    void check(ObjectNode document) {
        if (!condition.test(document)) {
            throw ServiceException.preconditionFailed();
        }
    }

    /** Changes the document. After an exception the document must not be used any more. */
    ObjectNode apply(ObjectNode document) {
        operations.forEach(operation -> operation.apply(document));
        return document;
    }
}
