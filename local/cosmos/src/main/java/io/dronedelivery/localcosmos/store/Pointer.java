package io.dronedelivery.localcosmos.store;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A JSON pointer (RFC 6901) and the operations of a patch at it. Its parent must exist; {@code -} is the end of an array. */
record Pointer(List<String> names) {
    static Pointer parse(JsonNode text, String field) {
        String pointer = text.asString("");
        if (!pointer.startsWith("/")) {
            throw ServiceException.badRequest(
                    "'" + field + "' of a patch operation must begin with '/', not '" + pointer + "'.");
        }
        Pointer parsed = new Pointer(Stream.of(pointer.substring(1).split("/", -1))
                .map(name -> name.replace("~1", "/").replace("~0", "~"))
                .toList());
        if (DocumentScanner.SYSTEM_PROPERTIES.contains(parsed.names.get(0))) {
            throw ServiceException.badRequest("The system property '" + pointer + "' cannot be patched.");
        }
        return parsed;
    }

    /** Returns the value there, or null. */
    @Nullable
    JsonNode find(ObjectNode document) {
        JsonNode node = document;
        for (String name : names) {
            node = node.isArray() ? node.path(index(name)) : node.path(name);
        }
        return node.isMissingNode() ? null : node;
    }

    JsonNode existing(ObjectNode document) {
        JsonNode node = find(document);
        if (node == null) {
            throw ServiceException.badRequest("The patch found nothing at '" + this + "'.");
        }
        return node;
    }

    /** Writes a property, or inserts into an array. */
    void add(ObjectNode document, JsonNode value) {
        write(document, value, false);
    }

    /** Writes a property or an element of an array. */
    void set(ObjectNode document, JsonNode value) {
        write(document, value, true);
    }

    void remove(ObjectNode document) {
        existing(document);
        JsonNode parent = parent(document);
        if (parent instanceof ArrayNode array) {
            array.remove(index(last()));
        } else {
            ((ObjectNode) parent).remove(last());
        }
    }

    boolean startsWith(Pointer other) {
        return names.size() >= other.names.size()
                && names.subList(0, other.names.size()).equals(other.names);
    }

    private void write(ObjectNode document, JsonNode value, boolean overwrite) {
        JsonNode parent = parent(document);
        if (parent instanceof ObjectNode object) {
            object.set(last(), value);
            return;
        }
        ArrayNode array = (ArrayNode) parent;
        int index = last().equals("-") ? array.size() : index(last());
        if (index < 0 || index > array.size()) {
            throw ServiceException.badRequest("The patch's index '" + this + "' is outside of the array.");
        }
        if (overwrite && index < array.size()) {
            array.set(index, value);
        } else {
            array.insert(index, value);
        }
    }

    private JsonNode parent(ObjectNode document) {
        JsonNode parent =
                names.size() == 1 ? document : new Pointer(names.subList(0, names.size() - 1)).existing(document);
        if (!parent.isContainer()) {
            throw ServiceException.badRequest("The parent of '" + this + "' is neither an object nor an array.");
        }
        return parent;
    }

    private String last() {
        return names.get(names.size() - 1);
    }

    /** Returns -1 for a name that is no index. */
    private static int index(String name) {
        return name.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(name) : -1;
    }

    @Override
    public String toString() {
        return "/" + String.join("/", names);
    }
}
