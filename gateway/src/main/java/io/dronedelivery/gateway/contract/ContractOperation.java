package io.dronedelivery.gateway.contract;

import static io.dronedelivery.gateway.contract.Contract.map;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An operation of a backend. */
public final class ContractOperation {

    private static final int DEEPEST = 50;

    private final Contract contract;
    private final String[] template;
    private final String[] path;
    private final Map<?, ?> item;
    private final Map<?, ?> operation;

    /**
     * @param template the segments of its path in the document
     * @param path the segments of the path by which it was found
     * @param item of the document, which has the operation
     */
    ContractOperation(Contract contract, String[] template, String[] path, Map<?, ?> item, Map<?, ?> operation) {
        this.contract = contract;
        this.template = template;
        this.path = path;
        this.item = item;
        this.operation = operation;
    }

    public Contract contract() {
        return contract;
    }

    /**
     * The schema of a successful answer.
     *
     * @param accepted which media types count
     * @return null when the document has none
     */
    public @Nullable Object answer(Predicate<String> accepted) {
        Map<String, Object> successes = new TreeMap<>();
        map(operation.get("responses")).forEach((status, response) -> {
            if (status.toString().startsWith("2")) {
                successes.put(status.toString(), response);
            }
        });
        for (Object response : successes.values()) {
            Map<?, ?> content = map(map(contract.resolve(response)).get("content"));
            for (Map.Entry<?, ?> type : content.entrySet()) {
                String name = type.getKey().toString();
                if (name.equals("*/*") || accepted.test(name)) {
                    return map(type.getValue()).get("schema");
                }
            }
        }
        return null;
    }

    /** The first reference of the schema that leads to nothing, null when there is none. */
    @Nullable
    String deadReference(@Nullable Object schema) {
        return contract.deadReference(schema, new HashSet<>());
    }

    /**
     * The schema of the parameter that a variable becomes.
     *
     * @param variable its name in the path by which the operation was found
     * @param parameter the name of the query parameter with its value, null for a variable of the path
     * @return null when the document has none
     */
    @Nullable
    Object parameter(String variable, @Nullable String parameter) {
        if (parameter != null) {
            return schema("query", parameter);
        }
        for (int i = 0; i < path.length; i++) {
            if (path[i].equals('{' + variable + '}') && template[i].startsWith("{") && template[i].endsWith("}")) {
                return schema("path", template[i].substring(1, template[i].length() - 1));
            }
        }
        return null;
    }

    private @Nullable Object schema(String in, String name) {
        List<Object> all = new ArrayList<>();
        for (Map<?, ?> owner : List.of(operation, item)) {
            if (owner.get("parameters") instanceof List<?> parameters) {
                all.addAll(parameters);
            }
        }
        for (Object one : all) {
            Map<?, ?> parameter = map(contract.resolve(one));
            if (in.equals(parameter.get("in")) && name.equals(parameter.get("name"))) {
                return contract.resolve(parameter.get("schema"));
            }
        }
        return null;
    }

    /**
     * Whether values of a schema may have a value at a place.
     *
     * @param steps names of members, and {@code null} for an element of an array
     */
    public boolean mayHave(@Nullable Object schema, List<@Nullable String> steps) {
        return mayHave(schema, steps, 0);
    }

    private boolean mayHave(@Nullable Object unresolved, List<@Nullable String> steps, int depth) {
        Object resolved = contract.resolve(unresolved);
        if (steps.isEmpty() || depth > DEEPEST || !(resolved instanceof Map<?, ?> schema)) {
            return !Boolean.FALSE.equals(resolved);
        }
        boolean composed = false;
        for (String kind : List.of("allOf", "oneOf", "anyOf")) {
            if (schema.get(kind) instanceof List<?> members) {
                composed = true;
                if (members.stream().anyMatch(member -> mayHave(member, steps, depth + 1))) {
                    return true;
                }
            }
        }
        List<@Nullable String> rest = steps.subList(1, steps.size());
        String member = steps.get(0);
        if (member == null) {
            return schema.containsKey("items")
                    ? mayHave(schema.get("items"), rest, depth + 1)
                    : !composed && mayBe("array", schema) && !schema.containsKey("properties");
        }
        Map<?, ?> properties = map(schema.get("properties"));
        if (properties.containsKey(member)) {
            return mayHave(properties.get(member), rest, depth + 1);
        }
        Object others = schema.get("additionalProperties");
        if (others != null) {
            return mayHave(others, rest, depth + 1) && !Boolean.FALSE.equals(others);
        }
        return !composed && properties.isEmpty() && mayBe("object", schema);
    }

    private static boolean mayBe(String wanted, Map<?, ?> schema) {
        Object type = schema.get("type");
        return type == null
                ? !schema.containsKey("enum") && !schema.containsKey("items")
                : type.equals(wanted) || type instanceof List<?> types && types.contains(wanted);
    }
}
