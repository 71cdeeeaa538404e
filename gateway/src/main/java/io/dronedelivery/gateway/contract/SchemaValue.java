package io.dronedelivery.gateway.contract;

import static io.dronedelivery.gateway.contract.Contract.map;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares a value of maps, lists and scalars with the types, members and enumerations of a schema. Other keywords are not looked at. */
record SchemaValue(Contract contract) {

    private static final int DEEPEST = 50;

    /**
     * What is wrong, null when nothing is.
     *
     * @param at what the value is called
     */
    @Nullable
    String faultIn(@Nullable Object unresolved, @Nullable Object value, String at, int depth) {
        if (depth > DEEPEST || !(contract.resolve(unresolved) instanceof Map<?, ?> schema)) {
            return null;
        }
        if (value == null && Boolean.TRUE.equals(schema.get("nullable"))) {
            return null;
        }
        String fault = faultOfType(schema, value, at);
        return fault != null
                ? fault
                : faultsInside(schema, value, at, depth + 1).findFirst().orElse(null);
    }

    private static @Nullable String faultOfType(Map<?, ?> schema, @Nullable Object value, String at) {
        Object type = schema.get("type");
        List<?> types = type == null ? List.of() : type instanceof List<?> several ? several : List.of(type);
        if (!types.isEmpty() && types.stream().noneMatch(one -> isA(one, value))) {
            return at + " is not of the type " + types;
        }
        boolean listed = !(schema.get("enum") instanceof List<?> values)
                || values.stream().anyMatch(one -> String.valueOf(one).equals(String.valueOf(value)));
        return listed ? null : at + " is none of " + schema.get("enum");
    }

    private static boolean isA(Object type, @Nullable Object value) {
        return switch (type.toString()) {
            case "null" -> value == null;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "number" -> value instanceof Number;
            case "integer" -> value instanceof Number number && number.doubleValue() % 1 == 0;
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            default -> true;
        };
    }

    private Stream<String> faultsInside(Map<?, ?> schema, @Nullable Object value, String at, int depth) {
        Stream<@Nullable String> members = Stream.empty();
        if (value instanceof Map<?, ?> object) {
            Map<?, ?> properties = map(schema.get("properties"));
            members = Stream.concat(
                    list(schema, "required")
                            .filter(name -> !object.containsKey(name))
                            .map(name -> at + " has no member '" + name + "'"),
                    object.entrySet().stream()
                            .map(member -> faultIn(
                                    properties.get(member.getKey()),
                                    member.getValue(),
                                    "'" + member.getKey() + "'",
                                    depth)));
        } else if (value instanceof List<?> elements) {
            members = elements.stream()
                    .map(element -> faultIn(schema.get("items"), element, "an element of " + at, depth));
        }
        Stream<@Nullable String> all = list(schema, "allOf").map(one -> faultIn(one, value, at, depth));
        Stream<@Nullable String> any = Stream.of("oneOf", "anyOf")
                .filter(kind -> list(schema, kind).findAny().isPresent()
                        && list(schema, kind).allMatch(one -> faultIn(one, value, at, depth) != null))
                .map(kind -> at + " fits none of the schemas that the contract allows there");
        return Stream.of(members, all, any).flatMap(faults -> faults).filter(Objects::nonNull);
    }

    private static Stream<?> list(Map<?, ?> schema, String keyword) {
        return schema.get(keyword) instanceof List<?> list ? list.stream() : Stream.empty();
    }
}
