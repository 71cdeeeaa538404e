package io.dronedelivery.gateway.contract;

import static io.dronedelivery.gateway.contract.Contract.map;
import static io.dronedelivery.gateway.contract.ContractSchema.COMPOSED;

import io.dronedelivery.gateway.json.ShapeNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Does to a schema what a shape does to its values. */
record ShapedSchema(Contract contract) {

    private static final int DEEPEST = 50;

    /** What is about values with all their members. */
    private static final Set<String> OF_THE_WHOLE =
            Set.of("title", "example", "examples", "default", "discriminator", "minProperties", "maxProperties");

    @Nullable
    Object of(ShapeNode shape, @Nullable Object schema, int depth) {
        if (shape.isUnchanged()) {
            return schema;
        }
        if (depth > DEEPEST || !(contract.resolve(schema) instanceof Map<?, ?> known)) {
            return Map.of();
        }
        String unwrapped = shape.unwrappedName();
        if (unwrapped != null) {
            Object member = ContractSchema.member(contract, schema, unwrapped, 0);
            Object inner = of(Objects.requireNonNull(shape.member(unwrapped)), member, depth + 1);
            return requires(known, unwrapped, 0) ? inner : ContractSchema.orNull(inner);
        }
        Map<String, @Nullable Object> shaped = new LinkedHashMap<>();
        known.forEach((keyword, value) -> {
            if (COMPOSED.contains(keyword) && value instanceof List<?> members) {
                shaped.put(
                        keyword.toString(),
                        members.stream()
                                .map(member -> of(shape, member, depth + 1))
                                .toList());
            } else if (!OF_THE_WHOLE.contains(keyword)) {
                shaped.put(keyword.toString(), value);
            }
        });
        if (known.containsKey("properties")) {
            shaped.put("properties", properties(shape, known, depth));
        }
        if (known.get("required") instanceof List<?> required) {
            shaped.put(
                    "required",
                    required.stream()
                            .map(Object::toString)
                            .filter(name -> !shape.skips(name))
                            .map(name -> newName(shape, name))
                            .toList());
        }
        if (shape.isStrict()) {
            shaped.remove("additionalProperties");
        }
        if (shape.each() != null && known.containsKey("items")) {
            shaped.put("items", of(shape.each(), known.get("items"), depth + 1));
        }
        return shaped;
    }

    private Map<String, @Nullable Object> properties(ShapeNode shape, Map<?, ?> known, int depth) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        map(known.get("properties")).forEach((key, value) -> {
            String name = key.toString();
            ShapeNode member = shape.member(name);
            if (!shape.skips(name)) {
                properties.put(newName(shape, name), member == null ? value : of(member, value, depth + 1));
            }
        });
        return properties;
    }

    private static String newName(ShapeNode shape, String name) {
        ShapeNode member = shape.member(name);
        return member == null || member.newName() == null ? name : member.newName();
    }

    /** Whether every value has the member, and is no null. */
    private boolean requires(Map<?, ?> schema, String name, int depth) {
        boolean here = schema.get("required") instanceof List<?> required
                && required.contains(name)
                && !(schema.get("type") instanceof List)
                && !Boolean.TRUE.equals(schema.get("nullable"));
        return here
                || depth < DEEPEST
                        && schema.get("allOf") instanceof List<?> all
                        && all.stream().anyMatch(one -> requires(map(contract.resolve(one)), name, depth + 1));
    }
}
