package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.template.TargetTemplate;
import org.jspecify.annotations.Nullable;

/**
 * What stands in for a part whose backend fails: the answer of another backend, else a kept answer ({@link
 * PartOptions#cache}), else a constant.
 *
 * @param backend the other backend, null when there is none
 * @param target what is fetched there, null when there is no other backend
 * @param value one JSON value, null when there is no constant
 */
public record Fallback(@Nullable Backend backend, @Nullable TargetTemplate target, byte @Nullable [] value) {}
