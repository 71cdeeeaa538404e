package io.dronedelivery.localcosmos.sql;

import tools.jackson.databind.JsonNode;

/**
 * A built-in scalar function.
 *
 * @param name in upper case
 * @param least the least number of arguments
 * @param most the greatest number of arguments
 */
record BuiltIn(String name, int least, int most, Body body) {

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
