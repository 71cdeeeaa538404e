package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.endpoint.PassedHeaders;
import io.dronedelivery.gateway.settings.StickyProperties;
import io.dronedelivery.gateway.template.Variable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a request has the value by which a part's calls are sent to the same instance.
 *
 * @param variable the place in {@link AggregateRequest#values()}, -1 for a header
 * @param header the place in {@link AggregateRequest#forwarded()}, -1 for a variable
 */
record StickyValue(int variable, int header) {

    /**
     * Null when the part's calls have no such value.
     *
     * @param variables of the part's calls, in the order of their values
     * @param headers that are read
     */
    static @Nullable StickyValue of(
            @Nullable StickyProperties sticky, List<Variable> variables, PassedHeaders headers) {
        if (sticky == null) {
            return null;
        }
        String header = sticky.header();
        if (header != null) {
            return new StickyValue(-1, headers.placesOf(List.of(header))[0]);
        }
        int variable = variables.stream().map(Variable::name).toList().indexOf(sticky.variable());
        return variable < 0 ? null : new StickyValue(variable, -1);
    }

    /** The headers that have to be read for a part and its fallback. */
    static Stream<String> headers(Part part) {
        return Stream.of(part, part.elsewhere())
                .filter(Objects::nonNull)
                .map(one -> one.backend().sticky())
                .filter(Objects::nonNull)
                .map(StickyProperties::header)
                .filter(Objects::nonNull);
    }

    /** The value; null when the request has none. */
    @Nullable
    String in(AggregateRequest request) {
        if (variable >= 0) {
            return request.values()[variable];
        }
        List<String> values = request.forwarded().get(header);
        return values == null ? null : values.get(0);
    }
}
