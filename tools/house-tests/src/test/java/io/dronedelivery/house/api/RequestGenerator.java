package io.dronedelivery.house.api;

import io.dronedelivery.house.api.Operation.Parameter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes up requests of an operation, the same ones for the same seed: half of them valid, the others with one thing wrong. */
final class RequestGenerator {

    /** For a parameter of the path or the query; some of them are valid for some parameters. */
    private static final List<String> TEXTS = List.of(
            "..",
            "%00",
            "a b",
            "a/b",
            "a\\b",
            "\u00e4\u20ac",
            "\ud83d\ude81",
            "-1",
            "0",
            "+1",
            "1e9",
            "1.5",
            "0x10",
            "99999999999999999999",
            "-9223372036854775809",
            "null",
            "true",
            "[]",
            "{}",
            "<script>",
            "' OR 1=1 --",
            "${jndi:x}",
            "%2e%2e%2f",
            "a;b=c",
            "a,b",
            "\r\nX: y",
            "x".repeat(65),
            "y".repeat(1000),
            "\u0660",
            "\u200b");

    /** For a header, which has to be one. */
    private static final List<String> FIELDS = List.of(
            "0",
            "-1",
            "+1",
            "1.5",
            "1e3",
            "soon",
            "2147483648",
            "99999999999999999999",
            "1, 2",
            "\"",
            "x".repeat(1000));

    private static final List<String> BODIES = List.of(
            "",
            " ",
            "{",
            "{}",
            "[]",
            "null",
            "1",
            "\"a\"",
            "{\"ownerId\":",
            "{}{}",
            "{'a':1}",
            "<a/>",
            "a=b",
            "[".repeat(5000),
            "{\"a\":1,\"a\":2}",
            "NaN",
            "\ufeff{}",
            "{\"ownerId\":\"\\ud800\"}");

    /** For a member of a body. */
    private static final List<String> MEMBERS = List.of(
            "null",
            "\"\"",
            "\" \"",
            "[]",
            "{}",
            "true",
            "0",
            "-1",
            "1e400",
            "-1e400",
            "1e-400",
            "0.001",
            "12345678901234567890",
            "\"\\u0000\"",
            "\"..\"",
            "\"" + "x".repeat(300) + "\"",
            "[[[[]]]]",
            "\"NaN\"");

    private final Random random;
    private final ValidValues values;

    RequestGenerator(long seed) {
        random = new Random(seed);
        values = new ValidValues(random);
    }

    Request next(Operation operation) {
        List<Parameter> parameters = operation.parameters();
        boolean hasBody = !operation.body().isMissingNode();
        int things = parameters.size() + (hasBody ? 4 : 0);
        int wrong = things == 0 || random.nextBoolean() ? -1 : random.nextInt(things);
        Map<String, String> headers = new HashMap<>();
        String path = operation.path();
        StringBuilder query = new StringBuilder();
        for (int at = 0; at < parameters.size(); at++) {
            Parameter parameter = parameters.get(at);
            String value = at == wrong ? wrongValue(parameter) : validValue(parameter);
            if (value == null) {
                continue;
            }
            String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8)
                    .replace("+", "%20")
                    .replace("%2C", ",");
            switch (parameter.in()) {
                case "path" -> path = path.replace("{" + parameter.name() + "}", encoded);
                case "query" ->
                    query.append(query.isEmpty() ? '?' : '&')
                            .append(parameter.name())
                            .append('=')
                            .append(encoded);
                default -> headers.put(parameter.name(), value);
            }
        }
        byte[] body = null;
        if (hasBody) {
            boolean wrongBody = wrong >= parameters.size();
            boolean wrongType = wrongBody && random.nextInt(8) == 0;
            headers.put("Content-Type", wrongType ? "text/plain" : "application/json");
            body = (wrongBody
                            ? wrongBody(operation.body())
                            : values.of(operation.body()).toString())
                    .getBytes(random.nextInt(40) == 0 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
            if (body.length > 1 && body[0] == (byte) 0xFE) {
                wrong = parameters.size();
            }
        }
        return new Request(operation.method(), path + query, headers, body, wrong < 0);
    }

    /** Null when it is left out, which only a parameter that need not be there may be. */
    private @Nullable String validValue(Parameter parameter) {
        if (!parameter.required() && random.nextInt(5) > 0) {
            return null;
        }
        if (parameter.name().equals("X-Request-Timeout-Ms")) {
            return "60000";
        }
        boolean asShown = !parameter.example().isEmpty() && random.nextBoolean();
        return asShown ? parameter.example() : text(values.of(parameter.schema()));
    }

    /** Commas separate the elements of a list. */
    private static String text(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(","))
                : value.asString();
    }

    private @Nullable String wrongValue(Parameter parameter) {
        if (parameter.in().equals("header")) {
            return FIELDS.get(random.nextInt(FIELDS.size()));
        }
        boolean leftOut = parameter.in().equals("query") && random.nextInt(6) == 0;
        return leftOut ? null : TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private String wrongBody(JsonNode schema) {
        if (random.nextInt(3) == 0) {
            return BODIES.get(random.nextInt(BODIES.size()));
        }
        JsonNode body = values.of(schema);
        String marked = mark(body) ? body.toString() : "\"here\"";
        return marked.replace("\"here\"", MEMBERS.get(random.nextInt(MEMBERS.size())));
    }

    /** Puts the text "here" in the place of one member at any depth, or removes one. */
    private boolean mark(JsonNode node) {
        if (node instanceof ArrayNode array && !array.isEmpty()) {
            int at = random.nextInt(array.size());
            return mark(array.get(at)) || array.set(at, "here") != null;
        }
        if (!(node instanceof ObjectNode object) || object.isEmpty()) {
            return false;
        }
        List<String> names = List.copyOf(new LinkedHashMap<>(asMap(object)).keySet());
        String name = names.get(random.nextInt(names.size()));
        if (random.nextInt(6) == 0) {
            object.remove(name);
            return true;
        }
        if (random.nextInt(8) == 0) {
            object.put("another", "here");
            return true;
        }
        if (!random.nextBoolean() || !mark(object.get(name))) {
            object.put(name, "here");
        }
        return true;
    }

    private static Map<String, JsonNode> asMap(ObjectNode object) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        object.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        return members;
    }
}
