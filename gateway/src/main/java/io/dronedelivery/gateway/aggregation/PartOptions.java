package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.template.TextTemplate;
import java.util.List;
import java.util.Map;

/**
 * What a part may have beside its call.
 *
 * @param headers that its call has, by name
 * @param when all of what must hold for its call
 */
public record PartOptions(Map<String, TextTemplate> headers, List<PartCondition> when) {

    /** A part that is one call with the caller's headers. */
    public static final PartOptions NONE = new PartOptions(Map.of(), List.of());
}
