package io.dronedelivery.localcosmos.sql;

import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * A built-in scalar function.
 *
 * @param name in upper case
 * @param least the least number of arguments
 * @param most the greatest number of arguments
 * @param bodies makes the function for each place of a query. It may keep state, because one thread runs a query
 */
record BuiltIn(String name, int least, int most, Supplier<Body> bodies) {

    BuiltIn(String name, int least, int most, Body body) {
        this(name, least, most, () -> body);
    }

    /**
     * The function itself, with defined and undefined arguments. The result of invalid arguments is undefined. Only results that are too
     * large fail.
     */
    @FunctionalInterface
    interface Body {
        JsonNode apply(JsonNode[] arguments);
    }

    /** The number of arguments, in words. */
    String arity() {
        if (most == Integer.MAX_VALUE) {
            return "at least " + least + " arguments";
        }
        String count = least == most ? String.valueOf(least) : least + " to " + most;
        return count + (most == 1 ? " argument" : " arguments");
    }
}
