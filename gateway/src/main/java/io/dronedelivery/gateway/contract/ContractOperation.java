package io.dronedelivery.gateway.contract;

import static io.dronedelivery.gateway.contract.Contract.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

public final class ContractOperation {

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

    /**
     * @param accepted which media types count
     * @return null when the document has none
     */
    public @Nullable ContractSchema answer(Predicate<String> accepted) {
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
                    return new ContractSchema(contract, map(type.getValue()).get("schema"));
                }
            }
        }
        return null;
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
}
