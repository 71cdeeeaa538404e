package io.dronedelivery.localcosmos.sql;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** IN and LIKE, with constant parts prepared once. */
final class Matches {

    private Matches() {}

    static Evaluator inConstants(Evaluator needle, List<JsonNode> options) {
        Set<Object> keys = new HashSet<>();
        options.forEach(option -> keys.add(Values.key(option)));
        return row -> {
            JsonNode value = needle.eval(row);
            return Values.isUndefined(value) ? value : Values.bool(keys.contains(Values.key(value)));
        };
    }

    static Evaluator in(Evaluator needle, Evaluator[] options) {
        return row -> {
            JsonNode value = needle.eval(row);
            if (Values.isUndefined(value)) {
                return value;
            }
            for (Evaluator option : options) {
                if (Values.same(value, option.eval(row))) {
                    return Values.TRUE;
                }
            }
            return Values.FALSE;
        };
    }

    static Evaluator likeConstant(Evaluator value, JsonNode pattern, @Nullable Character escape) {
        if (!pattern.isString()) {
            return row -> Values.UNDEFINED;
        }
        LikePattern compiled = new LikePattern(pattern.stringValue(), escape);
        return row -> {
            JsonNode text = value.eval(row);
            return text.isString() ? Values.bool(compiled.matches(text.stringValue())) : Values.UNDEFINED;
        };
    }

    static Evaluator like(Evaluator value, Evaluator pattern, @Nullable Character escape) {
        return row -> likeConstant(value, pattern.eval(row), escape).eval(row);
    }
}
