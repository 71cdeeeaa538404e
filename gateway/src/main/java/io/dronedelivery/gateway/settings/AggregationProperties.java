package io.dronedelivery.gateway.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One call of the gateway that becomes calls to several backends.
 *
 * @param enabled whether there is such an aggregation; false takes away one that comes with the product
 * @param access who may call it: {@code public}, {@code authenticated} or {@code scope:NAME}; by default {@code
 *     gateway.defaults.access}
 * @param owner whose things it is about, null when that cannot be seen in a request
 * @param rateLimit how often each caller may call it, null when that has no limit of its own
 * @param path where it is called, such as {@code /api/v1/owners/{ownerId}/invoices/{year}/{month}}
 * @param deadline time for the whole; by default {@code gateway.defaults.deadline}
 * @param priority what is refused first when there is too much to do
 * @param coalesce whether identical GETs at the same time share one set of calls
 * @param summary one line for the API's documentation
 * @param description a paragraph for the API's documentation
 * @param tags groups in the API's documentation
 * @param variables the rules for the variables of the path, by name, and the query parameters: a name that is not in the path is
 *     one. Query parameters that are not named here are ignored and go nowhere
 * @param includeInBody variables that the body begins with, in this order
 * @param minParts how many parts have to be there at least: with fewer the call fails though all that are missing are optional; 0 lets
 *     an answer without any part be a success
 * @param parts the parts of the body, by name, in their order
 */
public record AggregationProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String access,
        @Valid @Nullable OwnerProperties owner,
        @Valid @Nullable RateLimitProperties rateLimit,
        @NotBlank @DefaultValue("") String path,
        @Nullable Duration deadline,
        @DefaultValue("NORMAL") Priority priority,
        @DefaultValue("false") boolean coalesce,
        @DefaultValue("") String summary,
        @DefaultValue("") String description,
        @DefaultValue List<String> tags,
        @DefaultValue Map<String, @Valid VariableProperties> variables,
        @DefaultValue List<String> includeInBody,
        @Min(0) @DefaultValue("1") int minParts,
        @DefaultValue Map<String, @Valid PartProperties> parts)
        implements EndpointProperties {

    /**
     * @param backend the name of a backend
     * @param path path and query at the backend, with the aggregation's variables in braces; a query parameter whose value is an
     *     absent variable is left out
     * @param timeout time for this part; by default {@code gateway.defaults.part-timeout}, never more than the deadline
     * @param required whether the call fails when this part does; otherwise the part is listed in {@code unavailable}
     * @param whenNotFound what a 404 of the backend means: a failure, or the value null
     * @param whenNoContent what it means that the backend has nothing to say (204, 205, 304 or an empty 200); by default null for an
     *     optional part, and for a required one the same as {@code whenNotFound}
     * @param requestHeaders headers of the caller that are passed on; hop-by-hop headers cannot be
     * @param accept media types that the backend may answer with; the bytes must be JSON in any case
     * @param description for the API's documentation
     */
    public record PartProperties(
            @NotBlank @DefaultValue("") String backend,
            @NotBlank @DefaultValue("") String path,
            @Nullable Duration timeout,
            @DefaultValue("true") boolean required,
            @DefaultValue("FAIL") WhenAbsent whenNotFound,
            @Nullable WhenAbsent whenNoContent,
            @DefaultValue List<String> requestHeaders,

            @DefaultValue({"application/json", "application/*+json"})
            List<String> accept,

            @DefaultValue("") String description) {}

    /** What it means that a backend works and has no value for a part. */
    public enum WhenAbsent {
        /** The part has failed: 404 for a required part, an entry in {@code unavailable} for another. */
        FAIL,
        /** The part is there and its value is null. */
        AS_NULL
    }
}
