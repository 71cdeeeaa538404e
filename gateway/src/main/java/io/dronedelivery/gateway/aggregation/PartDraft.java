package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.settings.AggregationProperties.PartProperties;
import io.dronedelivery.gateway.template.TargetTemplate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A part whose settings have been read one by one, before it is compared with the other parts.
 *
 * @param property the name of its properties
 * @param backend null when it has a fault
 * @param target null when it has a fault
 */
record PartDraft(
        String name,
        String property,
        PartProperties settings,
        @Nullable Backend backend,
        @Nullable TargetTemplate target,
        Duration timeout,
        PartOptions options) {}
