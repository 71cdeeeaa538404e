package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.backend.answer.ContentTypes;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.template.TargetTemplate;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

    /** A part that is one call with the caller's headers. */
    public Part(
            String name,
            Backend backend,
            TargetTemplate target,
            Duration timeout,
            boolean required,
            WhenAbsent whenNotFound,
            WhenAbsent whenNoContent,
            List<String> requestHeaders,
            ContentTypes accepted,
            String description) {
        this(
                name,
                backend,
                target,
                timeout,
                required,
                whenNotFound,
                whenNoContent,
                requestHeaders,
                accepted,
                description,
                PartOptions.NONE);
    }

    /** The values of other parts that it needs, such as {@code delivery.ownerId}. */
    Set<String> references() {
        Set<String> references = new LinkedHashSet<>(target.references());
        options.headers().values().forEach(header -> references.addAll(header.references()));
        for (PartCondition condition : options.when()) {
            if (condition.source() == PartCondition.ConditionSource.PART) {
                references.add(condition.name());
            }
        }
        if (options.list() != null) {
            references.add(options.list().in());
        }
        return references;
    }
}
