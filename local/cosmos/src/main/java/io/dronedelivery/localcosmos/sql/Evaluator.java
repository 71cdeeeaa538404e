package io.dronedelivery.localcosmos.sql;

import tools.jackson.databind.JsonNode;

/** A compiled expression. It has no state of a row, but may keep other state. For one thread. */
@FunctionalInterface
interface Evaluator {

    /**
     * The expression's value for a row.
     *
     * @param row the values of the sources in the order of FROM and JOIN, and then those of the aggregates
     * @return never Java's null: {@link Values#UNDEFINED} represents undefined
     */
    JsonNode eval(JsonNode[] row);
}
