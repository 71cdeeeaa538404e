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

    /** The function itself: defined and undefined values in, a value out. What makes no sense is undefined; only what is too large fails. */
    @FunctionalInterface
    interface Body {
        JsonNode apply(JsonNode[] arguments);
    }

    /** How many arguments the function takes, in words. */
    String arity() {
        if (most == Integer.MAX_VALUE) {
            return "at least " + least + " arguments";
        }
        String count = least == most ? String.valueOf(least) : least + " to " + most;
        return count + (most == 1 ? " argument" : " arguments");
    }
}
