package io.dronedelivery.gateway.settings;

import java.util.Map;

/** The settings that aggregations and forwards share. */
public sealed interface EndpointProperties permits AggregationProperties, ForwardProperties {

    /** Where it is called. */
    String path();

    /** The rules for the variables of the path, by name, and the query parameters. */
    Map<String, VariableProperties> variables();
}
