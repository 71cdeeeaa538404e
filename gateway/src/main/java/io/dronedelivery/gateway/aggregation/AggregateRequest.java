package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.servicekit.trace.TraceParent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one caller wants.
 *
 * @param values the checked values, in the order of {@link Aggregation#variables()}; null for an absent query parameter
 * @param forwarded the values of the headers to pass on, in the order of {@link PassedHeaders}; null for an absent one
 * @param trace the position in the trace, null when there is none
 * @param traceState vendors' data that belongs to the trace
 * @param budget the time for the whole
 * @param limitedByCaller whether the caller brought less time than the aggregation has
 */
record AggregateRequest(
        @Nullable String[] values,
        List<@Nullable List<String>> forwarded,
        @Nullable TraceParent trace,
        @Nullable String traceState,
        Duration budget,
        boolean limitedByCaller) {}
