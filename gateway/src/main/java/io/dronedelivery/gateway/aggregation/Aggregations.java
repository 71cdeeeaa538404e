package io.dronedelivery.gateway.aggregation;

import java.util.List;

/** @param all what the gateway answers, in the order of the settings */
public record Aggregations(List<Aggregation> all) {}
