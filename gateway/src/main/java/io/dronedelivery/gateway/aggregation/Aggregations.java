package io.dronedelivery.gateway.aggregation;

import java.util.List;

/**
 * The aggregations that are served. A separate type, because a bean {@code List<Aggregation>} would be taken for the list of the single beans of
 * that type.
 *
 * @param all in the order of the settings, then the beans
 */
public record Aggregations(List<Aggregation> all) {

    /** @param origin scheme, host and port of a backend */
    public boolean keepAnswersOf(String origin) {
        return all.stream()
                .flatMap(aggregation -> aggregation.parts().stream())
                .anyMatch(part -> part.options().cache() != null
                        && part.backend().origin().equals(origin));
    }
}
