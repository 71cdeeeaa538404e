package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.template.TargetTemplate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What stands in for a part whose backend fails: the answer of another backend, else the last good answer, else a constant.
 *
 * @param backend the other backend, null when there is none
 * @param target what is fetched there, null when there is no other backend
 * @param lastGood how old the last good answer may be, null when none is kept
 * @param maxBytes of all last good answers of the part
 * @param shared whether callers get last good answers of each other
 * @param value one JSON value, null when there is no constant
 */
public record Fallback(
        @Nullable Backend backend,
        @Nullable TargetTemplate target,
        @Nullable Duration lastGood,
        long maxBytes,
        boolean shared,
        byte @Nullable [] value) {}
