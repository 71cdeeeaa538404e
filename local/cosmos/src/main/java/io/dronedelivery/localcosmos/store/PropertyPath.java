package io.dronedelivery.localcosmos.store;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The names from a document's root to a property: {@code /address/city} is {@code [address, city]}. */
public record PropertyPath(List<String> names) implements Comparable<PropertyPath> {
    public PropertyPath {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("A property path needs a name");
        }
    }

    public static PropertyPath of(String... names) {
        return new PropertyPath(List.of(names));
    }

    /**
     * Parses {@code /a/"b c"}, the form of definitions.
     *
     * @param what names the path in an error: {@code partition key}
     */
    static PropertyPath parse(String what, String text) {
        if (!text.matches("(/([^/\"\\[\\]*?]+|\"[^/\"\\\\]+\"))+")) {
            throw ServiceException.badRequest("The " + what + " path '" + text
                    + "' is invalid: LocalCosmos expects '/name' or '/name/name' without wildcards,"
                    + " and no slashes and escapes in quoted names.");
        }
        return new PropertyPath(List.of(text.substring(1).replace("\"", "").split("/")));
    }

    /** The value in a document, or a missing node. */
    JsonNode in(JsonNode document) {
        JsonNode found = document;
        for (String name : names) {
            found = found.path(name);
        }
        return found;
    }

    /** Whether the service writes this property, so that the client's bytes lack it. */
    public boolean isSystemProperty() {
        return DocumentScanner.SYSTEM_PROPERTIES.contains(name(0));
    }

    String name(int depth) {
        return names.get(depth);
    }

    int depth() {
        return names.size();
    }

    @Override
    public int compareTo(PropertyPath other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return "/" + String.join("/", names);
    }
}
