package io.dronedelivery.localcosmos.sql;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Splits and builds values: elements, arrays, objects, arguments of functions. */
final class Shapes {

    private Shapes() {}

    /** The property with a string's name, or the element with a whole number's index. */
    static Evaluator element(Evaluator of, Evaluator index) {
        return row -> {
            JsonNode key = index.eval(row);
            if (key.isString()) {
                return of.eval(row).path(key.stringValue());
            }
            return key.canConvertToExactIntegral() && key.canConvertToInt()
                    ? of.eval(row).path(key.intValue())
                    : Values.UNDEFINED;
        };
    }

    static Evaluator call(BuiltIn.Body body, Evaluator[] arguments) {
        return row -> {
            JsonNode[] values = new JsonNode[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].eval(row);
            }
            return body.apply(values);
        };
    }

    static Evaluator array(Evaluator[] elements) {
        return row -> {
            ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.length);
            for (Evaluator element : elements) {
                JsonNode value = element.eval(row);
                if (!Values.isUndefined(value)) {
                    array.add(value);
                }
            }
            return array;
        };
    }

    static Evaluator object(String[] names, Evaluator[] properties) {
        return row -> {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (int i = 0; i < names.length; i++) {
                JsonNode value = properties[i].eval(row);
                if (!Values.isUndefined(value)) {
                    object.set(names[i], value);
                }
            }
            return object;
        };
    }
}
