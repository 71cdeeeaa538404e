package io.dronedelivery.gateway.openapi;

import static io.dronedelivery.gateway.openapi.ApiChanges.list;
import static io.dronedelivery.gateway.openapi.ApiChanges.map;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a narrow schema allows and a wide one does not. Of an answer the new schema has to be the narrow one, because callers know the old
 * one. Of a request the old schema has to be the narrow one.
 */
final class SchemaChanges {

    private static final int DEEPEST = 50;

    /** Whether more of them allows less, 1, or more, -1. In one order, so that a report is the same each time. */
    private static final Map<String, Integer> BOUNDS = new TreeMap<>(Map.of(
            "minimum",
            1,
            "exclusiveMinimum",
            1,
            "minLength",
            1,
            "minItems",
            1,
            "maximum",
            -1,
            "exclusiveMaximum",
            -1,
            "maxLength",
            -1,
            "maxItems",
            -1));

    private final Map<?, ?> narrowDocument;
    private final Map<?, ?> wideDocument;
    private final boolean answer;
    private final List<String> found = new ArrayList<>();

    /** Schemas may refer to themselves. */
    private final Set<List<Object>> seen = new HashSet<>();

    /** @param answer whether the schemas are those of an answer */
    SchemaChanges(Map<?, ?> narrowDocument, Map<?, ?> wideDocument, boolean answer) {
        this.narrowDocument = narrowDocument;
        this.wideDocument = wideDocument;
        this.answer = answer;
    }

    List<String> found() {
        return found;
    }

    /** @param at what the value is called */
    void compare(String at, @Nullable Object narrow, @Nullable Object wide) {
        if (!seen.add(List.of(narrow == null ? "" : narrow, wide == null ? "" : wide))) {
            return;
        }
        List<Map<String, Object>> wides = alternatives(wideDocument, wide, 0);
        for (Map<String, Object> one : alternatives(narrowDocument, narrow, 0)) {
            List<Map<String, Object>> likely = wides.stream()
                    .filter(other -> isOfType(type(one), type(other)))
                    .toList();
            if (likely.isEmpty()) {
                found.add(at
                        + (answer ? " may be " : " must not be ")
                        + (type(one).isEmpty() ? "anything" : type(one))
                        + (answer ? " now" : " any more"));
            } else if (likely.size() == 1) {
                compareAlternatives(at, one, likely.get(0));
            } else if (likely.stream().noneMatch(other -> fits(one, other))) {
                found.add(at + " has other alternatives of the type " + type(one));
            }
        }
    }

    private boolean fits(Map<String, Object> narrow, Map<String, Object> wide) {
        SchemaChanges alone = new SchemaChanges(narrowDocument, wideDocument, answer);
        alone.seen.addAll(seen);
        alone.compareAlternatives("", narrow, wide);
        return alone.found.isEmpty();
    }

    private static boolean isOfType(String narrow, String wide) {
        return wide.isEmpty() || wide.equals(narrow) || wide.equals("number") && narrow.equals("integer");
    }

    private static String type(Map<String, Object> alternative) {
        return String.valueOf(alternative.getOrDefault("type", alternative.containsKey("properties") ? "object" : ""));
    }

    /** The schemas of which a value has to fit one, each with one type at most and without references. */
    private static List<Map<String, Object>> alternatives(Map<?, ?> document, @Nullable Object schema, int depth) {
        Map<?, ?> known = schema instanceof Map<?, ?> map ? map : Map.of();
        if (depth > DEEPEST) {
            return List.of(Map.of());
        }
        if (known.get("$ref") instanceof String reference) {
            String name = reference.substring(reference.lastIndexOf('/') + 1);
            return alternatives(
                    document, map(map(document, "components"), "schemas").get(name), depth + 1);
        }
        List<?> choices = Stream.concat(list(known, "anyOf").stream(), list(known, "oneOf").stream())
                .toList();
        if (!choices.isEmpty()) {
            return choices.stream()
                    .flatMap(choice -> alternatives(document, choice, depth + 1).stream())
                    .toList();
        }
        Map<String, Object> merged = new LinkedHashMap<>();
        list(known, "allOf")
                .forEach(one ->
                        add(merged, alternatives(document, one, depth + 1).get(0)));
        add(merged, known);
        if (!(merged.get("type") instanceof List<?> types)) {
            return List.of(merged);
        }
        List<Map<String, Object>> typed = new ArrayList<>();
        types.forEach(type -> {
            typed.add(new LinkedHashMap<>(merged));
            typed.get(typed.size() - 1).put("type", type);
        });
        return typed;
    }

    private static void add(Map<String, Object> merged, Map<?, ?> schema) {
        Map<Object, Object> properties = new LinkedHashMap<>(map(merged, "properties"));
        properties.putAll(map(schema, "properties"));
        Set<Object> required = new LinkedHashSet<>(list(merged, "required"));
        required.addAll(list(schema, "required"));
        schema.forEach((keyword, value) -> {
            if (value != null && !keyword.equals("allOf")) {
                merged.put(keyword.toString(), value);
            }
        });
        if (!properties.isEmpty()) {
            merged.put("properties", properties);
            merged.put("required", List.copyOf(required));
        }
    }

    private void compareAlternatives(String at, Map<String, Object> narrow, Map<String, Object> wide) {
        List<?> values = list(narrow, "enum");
        if (!list(wide, "enum").isEmpty()
                && (values.isEmpty() || !list(wide, "enum").containsAll(values))) {
            addChange(at, "enum", narrow, wide);
        }
        for (String keyword : answer ? List.of("format") : List.of("format", "pattern", "multipleOf")) {
            if (wide.containsKey(keyword) && !wide.get(keyword).equals(narrow.get(keyword))) {
                addChange(at, keyword, narrow, wide);
            }
        }
        if (!answer) {
            BOUNDS.forEach((keyword, sign) -> {
                if (isBeyond(narrow.get(keyword), wide.get(keyword), sign)) {
                    addChange(at, keyword, narrow, wide);
                }
            });
        }
        compareMembers(at, narrow, wide);
        if (wide.containsKey("items")) {
            compare(at + "[]", narrow.get("items"), wide.get("items"));
        }
    }

    private void addChange(String at, String keyword, Map<String, Object> narrow, Map<String, Object> wide) {
        found.add(at + " has another " + keyword + ": " + (answer ? wide : narrow).getOrDefault(keyword, "none")
                + " before, " + (answer ? narrow : wide).getOrDefault(keyword, "none") + " now");
    }

    /** Whether a bound of the wide schema leaves out what the narrow one allows. */
    private static boolean isBeyond(@Nullable Object narrow, @Nullable Object wide, int sign) {
        return wide instanceof Number
                && (!(narrow instanceof Number)
                        || new BigDecimal(wide.toString()).compareTo(new BigDecimal(narrow.toString())) * sign > 0);
    }

    private void compareMembers(String at, Map<String, Object> narrow, Map<String, Object> wide) {
        Map<?, ?> members = map(narrow, "properties");
        map(wide, "properties").forEach((name, value) -> {
            boolean anew = list(wide, "required").contains(name)
                    && !list(narrow, "required").contains(name);
            if (answer && !members.containsKey(name)) {
                found.add(at + '.' + name + " is gone");
            } else if (anew) {
                found.add(at + '.' + name + (answer ? " may be absent now" : " is required now"));
            }
            if (members.containsKey(name)) {
                compare(at + '.' + name, members.get(name), value);
            }
        });
        if (!answer && Boolean.FALSE.equals(wide.get("additionalProperties"))) {
            members.keySet().stream()
                    .filter(name -> !map(wide, "properties").containsKey(name))
                    .forEach(name -> found.add(at + '.' + name + " is gone"));
        }
    }
}
