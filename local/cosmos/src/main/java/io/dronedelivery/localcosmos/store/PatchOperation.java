package io.dronedelivery.localcosmos.store;

import io.dronedelivery.localcosmos.sql.Numbers;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One step of a partial update.
 *
 * @param pointer the target, as a JSON pointer (RFC 6901)
 * @param value the new value; null for remove and move
 * @param from source of a move
 */
record PatchOperation(
        PatchKind kind,
        Pointer pointer,
        @Nullable JsonNode value,
        @Nullable Pointer from) {
    enum PatchKind {
        ADD,
        SET,
        REPLACE,
        REMOVE,
        INCR,
        MOVE
    }

    static PatchOperation parse(JsonNode json) {
        String op = json.path("op").asString("");
        PatchKind kind = kind(op);
        Pointer pointer = Pointer.parse(json.path("path"), "path");
        JsonNode value = json.get("value");
        if (value == null && kind != PatchKind.REMOVE && kind != PatchKind.MOVE) {
            throw ServiceException.badRequest("The patch operation '" + op + "' needs a 'value'.");
        }
        if (value != null) {
            DocumentScanner.checkNumbers(value, "The patch operation '" + op + "'");
        }
        if (kind == PatchKind.INCR && (value == null || !value.isNumber())) {
            throw ServiceException.badRequest("The patch operation 'incr' needs a number as its 'value'.");
        }
        return new PatchOperation(
                kind, pointer, value, kind == PatchKind.MOVE ? Pointer.parse(json.path("from"), "from") : null);
    }

    private static PatchKind kind(String op) {
        Set<String> known = Set.of("add", "set", "replace", "remove", "incr", "move");
        if (!known.contains(op)) {
            throw ServiceException.badRequest(
                    "The patch operation '" + op + "' is unknown: add, set, replace, remove, incr and move are known.");
        }
        return PatchKind.valueOf(op.toUpperCase(Locale.ROOT));
    }

    void apply(ObjectNode document) {
        switch (kind) {
            case ADD -> pointer.add(document, valueToWrite());
            case SET -> pointer.set(document, valueToWrite());
            case REPLACE -> {
                pointer.existing(document);
                pointer.set(document, valueToWrite());
            }
            case REMOVE -> pointer.remove(document);
            case INCR -> pointer.set(document, incremented(document));
            case MOVE -> move(document);
        }
    }

    private JsonNode valueToWrite() {
        return value == null ? NullNode.getInstance() : value.deepCopy();
    }

    /**
     * Increments a number; a missing one counts as 0. A result beyond 64-bit integers is the nearest double, like all numbers of Cosmos DB.
     */
    private JsonNode incremented(ObjectNode document) {
        JsonNode current = pointer.find(document);
        JsonNode by = valueToWrite();
        if (current == null) {
            return by;
        }
        if (!current.isNumber()) {
            throw ServiceException.badRequest("The patch operation 'incr' at '" + pointer + "' found no number.");
        }
        if (current.isIntegralNumber() && by.isIntegralNumber()) {
            BigInteger sum = current.bigIntegerValue().add(by.bigIntegerValue());
            if (sum.bitLength() < Long.SIZE) {
                return LongNode.valueOf(sum.longValue());
            }
        }
        double sum = Numbers.toDouble(current) + Numbers.toDouble(by);
        if (!Double.isFinite(sum)) {
            throw ServiceException.badRequest(
                    "The patch operation 'incr' at '" + pointer + "' makes a number that is too large for a double.");
        }
        return DoubleNode.valueOf(sum);
    }

    private void move(ObjectNode document) {
        if (from == null || pointer.startsWith(from)) {
            throw ServiceException.badRequest(
                    "The patch operation 'move' cannot move '" + from + "' to '" + pointer + "'.");
        }
        JsonNode moved = from.existing(document);
        from.remove(document);
        pointer.add(document, moved);
    }
}
