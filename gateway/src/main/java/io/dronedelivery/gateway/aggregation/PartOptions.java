package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.json.JsonShape;
import io.dronedelivery.gateway.template.TextTemplate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a part may have beside its call.
 *
 * @param headers that its call has, by name
 * @param when all of what must hold for its call
 * @param list the list for whose elements it is called, null when it is called once
 * @param shape what is left of its answer, null when it is passed through
 * @param fallback what stands in for it, null when nothing does
 */
public record PartOptions(
        Map<String, TextTemplate> headers,
        List<PartCondition> when,
        @Nullable ListCall list,
        @Nullable JsonShape shape,
        @Nullable Fallback fallback) {

    /** A part that is one call with the caller's headers. */
    public static final PartOptions NONE = new PartOptions(Map.of(), List.of(), null, null, null);
}
