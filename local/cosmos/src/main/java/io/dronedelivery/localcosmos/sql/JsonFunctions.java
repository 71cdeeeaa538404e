package io.dronedelivery.localcosmos.sql;

import java.util.List;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The functions that read a text as JSON. They are undefined for a text that is no JSON, or JSON of another type. */
final class JsonFunctions {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonFunctions() {}

    static List<BuiltIn> all() {
        return List.of(
                parser("STRINGTONUMBER", JsonNode::isNumber),
                parser("STRINGTOBOOLEAN", JsonNode::isBoolean),
                parser("STRINGTONULL", JsonNode::isNull),
                parser("STRINGTOARRAY", JsonNode::isArray),
                parser("STRINGTOOBJECT", JsonNode::isObject));
    }

    private static BuiltIn parser(String name, Predicate<JsonNode> type) {
        return new BuiltIn(name, 1, 1, arguments -> {
            JsonNode value = arguments[0].isString() ? parse(arguments[0].stringValue()) : Values.UNDEFINED;
            return type.test(value) ? value : Values.UNDEFINED;
        });
    }

    private static JsonNode parse(String text) {
        try {
            JsonNode value = MAPPER.readTree(text);
            return value.isNumber()
                    ? Values.number(Numbers.toDouble(value))
                    : isFinite(value) ? value : Values.UNDEFINED;
        } catch (JacksonException noJson) {
            return Values.UNDEFINED;
        }
    }

    /** False if the value has a number beyond the doubles, which no answer could contain. */
    private static boolean isFinite(JsonNode value) {
        return value.isNumber()
                ? Double.isFinite(Numbers.toDouble(value))
                : value.valueStream().allMatch(JsonFunctions::isFinite);
    }
}
