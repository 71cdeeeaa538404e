package io.dronedelivery.house.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The rules of change within a version of a schema. Events of the version are stored and under way while both the code before and the code
 * after a change run. So new code has to read what old code has written, and old code what new code writes: a field may be added if it is
 * optional, and descriptions may change. Everything else needs another version.
 */
final class CompatibleChange {

    private static final Set<String> ANNOTATIONS = Set.of("title", "description", "$comment", "examples");
    private static final Set<String> LOWER_BOUNDS = Set.of("minimum", "exclusiveMinimum", "minLength", "minItems");
    private static final Set<String> UPPER_BOUNDS = Set.of("maximum", "exclusiveMaximum", "maxLength", "maxItems");

    private final JsonNode released;
    private final JsonNode present;
    private final List<String> violations = new ArrayList<>();

    private CompatibleChange(JsonNode released, JsonNode present) {
        this.released = released;
        this.present = present;
    }

    /** What may not be changed and was, each with its place; nothing when the change is compatible. */
    static List<String> violations(JsonNode released, JsonNode present) {
        CompatibleChange change = new CompatibleChange(released, present);
        change.compare("", released, present);
        return List.copyOf(change.violations);
    }

    private void compare(String place, JsonNode before, JsonNode after) {
        JsonNode old = resolved(released, before);
        JsonNode now = resolved(present, after);
        for (String keyword : names(old, now)) {
            switch (keyword) {
                case "properties" -> properties(place, old, now);
                case "required" -> required(place, old, now);
                case "items" -> compare(place + "[]", old.path(keyword), now.path(keyword));
                case "enum" -> values(place, keyword, old.path(keyword), now.path(keyword));
                case "$defs" -> {
                    // Compared where they are referred to.
                }
                default -> keyword(place, keyword, old.path(keyword), now.path(keyword));
            }
        }
    }

    private static JsonNode resolved(JsonNode root, JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.startsWith("#") ? root.at(reference.substring(1)) : schema;
    }

    private static Set<String> names(JsonNode one, JsonNode other) {
        Set<String> names = new TreeSet<>();
        Stream.of(one, other).forEach(schema -> names.addAll(schema.propertyNames()));
        names.removeAll(ANNOTATIONS);
        return names;
    }

    private void properties(String place, JsonNode before, JsonNode after) {
        JsonNode old = before.path("properties");
        JsonNode now = after.path("properties");
        for (String name : names(old, now)) {
            String field = place.isEmpty() ? name : place + "." + name;
            if (!now.has(name)) {
                violations.add(field + " was removed");
            } else if (old.has(name)) {
                compare(field, old.path(name), now.path(name));
            }
        }
    }

    private void required(String place, JsonNode before, JsonNode after) {
        Set<String> old = texts(before.path("required"));
        Set<String> now = texts(after.path("required"));
        String prefix = place.isEmpty() ? "" : place + ".";
        now.stream()
                .filter(name -> !old.contains(name))
                .forEach(name -> violations.add(prefix
                        + name
                        + (before.path("properties").has(name) ? " has become required" : " is new and required")));
        old.stream()
                .filter(name -> !now.contains(name) && after.path("properties").has(name))
                .forEach(name -> violations.add(prefix + name + " is not required any more"));
    }

    private void values(String place, String keyword, JsonNode before, JsonNode after) {
        if (before.isMissingNode() || after.isMissingNode()) {
            keyword(place, keyword, before, after);
            return;
        }
        Set<String> old = texts(before);
        Set<String> now = texts(after);
        old.stream()
                .filter(value -> !now.contains(value))
                .forEach(value -> violations.add(place + " may not be " + value + " any more"));
        now.stream()
                .filter(value -> !old.contains(value))
                .forEach(value -> violations.add(place + " may be " + value + " now"));
    }

    private void keyword(String place, String keyword, JsonNode before, JsonNode after) {
        if (!before.equals(after)) {
            violations.add((place.isEmpty() ? "the data" : place) + " is " + kind(keyword, before, after) + ": "
                    + keyword + " was " + text(before) + ", is " + text(after));
        }
    }

    private static String kind(String keyword, JsonNode before, JsonNode after) {
        int sign = LOWER_BOUNDS.contains(keyword) ? 1 : UPPER_BOUNDS.contains(keyword) ? -1 : 0;
        if (sign == 0 || before.isMissingNode() || after.isMissingNode()) {
            return before.isMissingNode() ? "narrower" : after.isMissingNode() ? "wider" : "different";
        }
        return sign * after.decimalValue().compareTo(before.decimalValue()) > 0 ? "narrower" : "wider";
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() ? "absent" : value.toString();
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new TreeSet<>();
        array.forEach(each -> texts.add(each.asString()));
        return texts;
    }
}
