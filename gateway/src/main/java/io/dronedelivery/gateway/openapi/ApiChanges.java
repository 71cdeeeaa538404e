package io.dronedelivery.gateway.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Changes between two OpenAPI documents of the gateway that break callers. It knows the keywords that such documents have. */
public final class ApiChanges {

    private final Map<?, ?> before;
    private final Map<?, ?> after;
    private final List<String> changes = new ArrayList<>();

    private ApiChanges(Map<?, ?> before, Map<?, ?> after) {
        this.before = before;
        this.after = after;
    }

    /**
     * What breaks callers that know the document before, each with the method and the path.
     *
     * @param before a document as a tree of maps, lists and values; what is none of a document in it is passed over
     */
    public static List<String> between(Map<?, ?> before, Map<?, ?> after) {
        ApiChanges compared = new ApiChanges(before, after);
        map(before, "paths").keySet().forEach(path -> {
            Map<?, ?> old = map(map(before, "paths"), path);
            Map<?, ?> now = map(map(after, "paths"), path);
            old.keySet().stream()
                    .filter(method -> old.get(method) instanceof Map)
                    .forEach(method -> {
                        String name = method.toString().toUpperCase(Locale.ROOT) + ' ' + path + ':';
                        compared.compareOperations(name, map(old, method), map(now, method));
                    });
        });
        return compared.changes;
    }

    private void compareOperations(String name, Map<?, ?> old, Map<?, ?> now) {
        if (now.isEmpty()) {
            changes.add(name + " is gone");
            return;
        }
        Map<String, Map<?, ?>> parameters = parameters(old);
        Map<String, Map<?, ?>> present = parameters(now);
        parameters.keySet().forEach(one -> compare(name + one, false, map(parameters, one), map(present, one)));
        present.forEach((one, parameter) ->
                changeIf(isRequired(parameter) && !isRequired(map(parameters, one)), name + one + " is required now"));
        Map<?, ?> body = map(old, "requestBody");
        changeIf(isRequired(map(now, "requestBody")) && !isRequired(body), name + " the body is required now");
        compareContent(name + " the body", false, body, map(now, "requestBody"));
        List<?> accepted = list(now, "security");
        changeIf(
                !accepted.isEmpty()
                        && (list(old, "security").isEmpty() || !accepted.containsAll(list(old, "security"))),
                name + " the caller needs " + accepted + " now");
        map(old, "responses").keySet().stream()
                .filter(status -> status.toString().startsWith("2"))
                .forEach(status -> compareAnswers(
                        name + " the answer", map(map(old, "responses"), status), map(map(now, "responses"), status)));
    }

    private void compareAnswers(String name, Map<?, ?> old, Map<?, ?> now) {
        compareContent(name, true, old, now);
        map(old, "headers")
                .keySet()
                .forEach(header -> changeIf(
                        !map(now, "headers").containsKey(header), name + " has no header " + header + " any more"));
    }

    private void compareContent(String name, boolean answer, Map<?, ?> old, Map<?, ?> now) {
        map(old, "content").keySet().forEach(type -> {
            Map<?, ?> present = map(map(now, "content"), type);
            // Its name is that of its members, so it has the type only when that is gone.
            compare(present.isEmpty() ? name + " as " + type : name, answer, map(map(old, "content"), type), present);
        });
    }

    private void compare(String name, boolean answer, Map<?, ?> old, Map<?, ?> now) {
        if (now.isEmpty()) {
            changes.add(name + " is gone");
            return;
        }
        SchemaChanges compared = new SchemaChanges(answer ? after : before, answer ? before : after, answer);
        compared.compare(name, (answer ? now : old).get("schema"), (answer ? old : now).get("schema"));
        changes.addAll(compared.found());
    }

    private void changeIf(boolean broken, String change) {
        if (broken) {
            changes.add(change);
        }
    }

    private static Map<String, Map<?, ?>> parameters(Map<?, ?> operation) {
        Map<String, Map<?, ?>> parameters = new LinkedHashMap<>();
        list(operation, "parameters").stream()
                .filter(one -> one instanceof Map)
                .map(one -> (Map<?, ?>) one)
                .forEach(one -> parameters.put(" the " + one.get("in") + " parameter " + one.get("name"), one));
        return parameters;
    }

    private static boolean isRequired(Map<?, ?> described) {
        return Boolean.TRUE.equals(described.get("required"));
    }

    /** The object that an object has under a name, empty when there is none. */
    static Map<?, ?> map(Map<?, ?> object, Object name) {
        return object.get(name) instanceof Map<?, ?> map ? map : Map.of();
    }

    /** The list that an object has under a name, empty when there is none. */
    static List<?> list(Map<?, ?> object, Object name) {
        return object.get(name) instanceof List<?> list ? list : List.of();
    }
}
