package io.dronedelivery.localcosmos.store;

import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The properties of a stored document, parsed on demand. A query reads a few properties of many documents. Parsing only those takes a
 * fraction of the time of building each document. Read-only, and for one thread.
 */
final class LazyFields extends AbstractMap<String, JsonNode> {
    private final DocumentVersion document;
    private final Container container;
    private final Map<String, JsonNode> read = new HashMap<>(8);
    private @Nullable Members members;
    private @Nullable Map<String, JsonNode> all;

    private LazyFields(DocumentVersion document, Container container) {
        this.document = document;
        this.container = container;
    }

    /** The document with its system properties. The node must not be changed. */
    static ObjectNode view(DocumentVersion document, Container container) {
        return new ObjectNode(JsonNodeFactory.instance, new LazyFields(document, container));
    }

    @Override
    public @Nullable JsonNode get(Object key) {
        if (all != null || !(key instanceof String name)) {
            return all().get(key);
        }
        JsonNode known = read.get(name);
        if (known != null) {
            return known;
        }
        JsonNode found = find(name);
        if (found != null) {
            read.put(name, found);
        }
        return found;
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    @Override
    public Set<Entry<String, JsonNode>> entrySet() {
        return all().entrySet();
    }

    private @Nullable JsonNode find(String name) {
        if (name.equals("_rid")) { // every row of an ordered query reads it
            return StringNode.valueOf(container.documentRid(document.sequence()));
        }
        if (DocumentScanner.SYSTEM_PROPERTIES.contains(name) || !isAscii(name)) {
            return all().get(name);
        }
        if (members == null) {
            members = new Members(document.body());
        }
        if (members.hasEscapedNames()) {
            return all().get(name);
        }
        byte[] value = members.value(name);
        return value == null ? null : node(value);
    }

    private Map<String, JsonNode> all() {
        if (all == null) {
            Map<String, JsonNode> everything = new LinkedHashMap<>();
            Json.readObject(document.toJson(container))
                    .properties()
                    .forEach(e -> everything.put(e.getKey(), e.getValue()));
            all = everything;
        }
        return all;
    }

    private static boolean isAscii(String name) {
        return name.chars().allMatch(c -> c < 0x80);
    }

    /** Reads plain texts and numbers directly, because the setup of a parser costs more than its run. */
    private static JsonNode node(byte[] value) {
        if (value[0] == '"') {
            return isPlain(value)
                    ? StringNode.valueOf(new String(value, 1, value.length - 2, StandardCharsets.UTF_8))
                    : Json.readTree(value);
        }
        if (value[0] == '-' || (value[0] >= '0' && value[0] <= '9')) {
            return number(new String(value, StandardCharsets.ISO_8859_1));
        }
        return Json.readTree(value);
    }

    private static JsonNode number(String text) {
        boolean fraction = text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
        if (fraction) {
            return DoubleNode.valueOf(Double.parseDouble(text));
        }
        if (text.length() > 18) {
            return Json.readTree(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        long number = Long.parseLong(text);
        return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
    }

    private static boolean isPlain(byte[] text) {
        for (byte b : text) {
            if (b == '\\') {
                return false;
            }
        }
        return true;
    }
}
