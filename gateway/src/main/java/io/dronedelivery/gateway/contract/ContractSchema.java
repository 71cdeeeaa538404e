package io.dronedelivery.gateway.contract;

import static io.dronedelivery.gateway.contract.Contract.map;

import io.dronedelivery.gateway.json.JsonPath;
import io.dronedelivery.gateway.json.JsonPath.PathStep;
import io.dronedelivery.gateway.json.JsonPath.PathStep.Member;
import io.dronedelivery.gateway.json.ShapeNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * @param contract in which its references lead somewhere
 * @param schema as the document has it
 */
public record ContractSchema(Contract contract, @Nullable Object schema) {

    static final List<String> COMPOSED = List.of("allOf", "oneOf", "anyOf");

    private static final int DEEPEST = 50;
    private static final Map<String, Object> OPEN = Map.of();

    public static Object orNull(@Nullable Object schema) {
        return Map.of("anyOf", List.of(schema == null ? OPEN : schema, Map.of("type", "null")));
    }

    /** The first reference that leads to nothing, null when there is none. */
    @Nullable
    String deadReference() {
        return contract.deadReference(schema, new HashSet<>());
    }

    /** Whether values may have a value at a place. */
    public boolean mayHave(List<PathStep> steps) {
        return mayHave(schema, steps, 0);
    }

    private boolean mayHave(@Nullable Object unresolved, List<PathStep> steps, int depth) {
        Object resolved = contract.resolve(unresolved);
        if (steps.isEmpty() || depth > DEEPEST || !(resolved instanceof Map<?, ?> known)) {
            return !Boolean.FALSE.equals(resolved);
        }
        boolean composed = false;
        for (String kind : COMPOSED) {
            if (known.get(kind) instanceof List<?> members) {
                composed = true;
                if (members.stream().anyMatch(member -> mayHave(member, steps, depth + 1))) {
                    return true;
                }
            }
        }
        List<PathStep> rest = steps.subList(1, steps.size());
        if (!(steps.get(0) instanceof Member member)) {
            return known.containsKey("items")
                    ? mayHave(known.get("items"), rest, depth + 1)
                    : !composed && mayBe("array", known) && !known.containsKey("properties");
        }
        Map<?, ?> properties = map(known.get("properties"));
        if (properties.containsKey(member.name())) {
            return mayHave(properties.get(member.name()), rest, depth + 1);
        }
        Object others = known.get("additionalProperties");
        if (others != null) {
            return mayHave(others, rest, depth + 1) && !Boolean.FALSE.equals(others);
        }
        return !composed && properties.isEmpty() && mayBe("object", known);
    }

    private static boolean mayBe(String wanted, Map<?, ?> schema) {
        Object type = schema.get("type");
        return type == null
                ? !schema.containsKey("enum") && !schema.containsKey("items")
                : type.equals(wanted) || type instanceof List<?> types && types.contains(wanted);
    }

    /** @param list where the list is, null when it is the whole value */
    public ContractSchema elements(@Nullable JsonPath list) {
        Object at = schema;
        for (PathStep step : list == null ? List.<PathStep>of() : list.steps()) {
            at = step instanceof Member member ? member(contract, at, member.name(), 0) : OPEN;
        }
        return new ContractSchema(contract, items(contract, at, 0));
    }

    /** The schema of a member, open when the document does not say it. */
    static @Nullable Object member(Contract contract, @Nullable Object object, String name, int depth) {
        Map<?, ?> known = map(contract.resolve(object));
        Map<?, ?> properties = map(known.get("properties"));
        if (properties.containsKey(name)) {
            return properties.get(name);
        }
        return inner(
                known, depth, inner -> member(contract, inner, name, depth + 1), known.get("additionalProperties"));
    }

    private static @Nullable Object items(Contract contract, @Nullable Object list, int depth) {
        Map<?, ?> known = map(contract.resolve(list));
        return known.containsKey("items")
                ? known.get("items")
                : inner(known, depth, inner -> items(contract, inner, depth + 1), OPEN);
    }

    /** What the one schema of a composed one has that has any. */
    private static @Nullable Object inner(
            Map<?, ?> composed, int depth, UnaryOperator<@Nullable Object> find, @Nullable Object other) {
        List<?> found = COMPOSED.stream()
                .flatMap(kind -> depth < DEEPEST && composed.get(kind) instanceof List<?> members
                        ? members.stream()
                        : Stream.empty())
                .map(find::apply)
                .filter(inner -> !OPEN.equals(inner))
                .toList();
        return found.size() == 1 ? found.get(0) : other instanceof Map ? other : OPEN;
    }

    /** The schema of what a shape leaves of the values. */
    public ContractSchema shaped(ShapeNode shape) {
        return new ContractSchema(contract, new ShapedSchema(contract).of(shape, schema, 0));
    }

    /**
     * Why a value does not fit, in words that follow its name; null when it does.
     *
     * @param json one JSON value
     */
    public @Nullable String faultOf(byte[] json) {
        return new SchemaValue(contract).faultIn(schema, new JsonMapper().readValue(json, Object.class), "it", 0);
    }
}
