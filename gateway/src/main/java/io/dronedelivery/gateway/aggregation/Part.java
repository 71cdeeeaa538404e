package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.ContentTypes;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.template.TargetTemplate;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One part of an aggregate: a call to a backend whose answer becomes a member of the body.
 *
 * @param name the member's name
 * @param backend where it is fetched
 * @param target what is fetched
 * @param timeout how long it may take, at most the aggregation's deadline
 * @param required whether the aggregate fails when this part does
 * @param whenNotFound what a 404 of the backend means
 * @param whenNoContent what an answer without content means
 * @param requestHeaders the caller's headers that are passed on
 * @param accepted the media types of the answer
 * @param description for the API's documentation, may be empty
 * @param options what it has beside its call
 */
public record Part(
        String name,
        Backend backend,
        TargetTemplate target,
        Duration timeout,
        boolean required,
        WhenAbsent whenNotFound,
        WhenAbsent whenNoContent,
        List<String> requestHeaders,
        ContentTypes accepted,
        String description,
        PartOptions options) {

    /** The same part from its fallback's backend, null when there is none. */
    @Nullable
    Part elsewhere() {
        Fallback fallback = options.fallback();
        return fallback == null || fallback.backend() == null || fallback.target() == null
                ? null
                : new Part(
                        name,
                        fallback.backend(),
                        fallback.target(),
                        timeout,
                        required,
                        whenNotFound,
                        whenNoContent,
                        requestHeaders,
                        accepted,
                        description,
                        options);
    }

    int mostCalls() {
        int calls = options.list() == null || options.list().isBatch()
                ? 1
                : options.list().max();
        return elsewhere() == null ? calls : calls + 1;
    }

    /** The values of other parts that it needs, such as {@code delivery.ownerId}. */
    Set<String> references() {
        return options.references(target).stream()
                .map(PartOptions.UsedReference::text)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
