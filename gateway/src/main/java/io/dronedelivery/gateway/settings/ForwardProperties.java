package io.dronedelivery.gateway.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * One call of the gateway that is passed on to one backend, whose answer the caller gets as it is.
 *
 * @param enabled whether there is such a forward; false takes away one that comes with the product
 * @param access who may call it: {@code public}, {@code authenticated} or {@code scope:NAME}; by default {@code
 *     gateway.defaults.access}
 * @param owner whose things it is about, null when that cannot be seen in a request
 * @param method how it is called, and the backend with it; HEAD comes with GET
 * @param rateLimit how often each caller may call it, null when that has no limit of its own
 * @param path where it is called, such as {@code /api/v1/deliveries}
 * @param backend the name of a backend
 * @param target path and query at the backend, with the variables in braces; a query parameter whose value is an absent variable is
 *     left out
 * @param timeout time for the whole, and of a stream for its beginning; by default {@code gateway.defaults.deadline}
 * @param answer whether the answer is collected or passed on while it comes
 * @param stream the bounds of answers that are passed on while they come
 * @param priority what is refused first when there is too much to do
 * @param maxRequestBody the most that the body of a request may hold, by default 64 KB; never more than {@code
 *     service-kit.max-request-body}, and not for GET
 * @param requestHeaders headers of the caller that are passed on; hop-by-hop headers cannot be
 * @param idempotencyHeader one of these by whose value the backend knows a repeated POST or PATCH; a call with it that was cut off is
 *     sent again. By default none
 * @param responseHeaders headers of the backend that are passed on; hop-by-hop headers cannot be
 * @param location how a Location of the backend becomes a path of the gateway; by default it stays as it is
 * @param locationHosts hosts that a Location may lead to as an absolute URL; one that leads to another host, such as one inside, is
 *     left out
 * @param passErrorBodies whether the body of a 5xx is passed on though it is no problem document; otherwise the caller gets a problem
 *     without it, since such bodies tend to tell of the inside
 * @param variables the rules for the variables of the path, by name, and the query parameters: a name that is not in the path is
 *     one. Query parameters that are not named here are ignored and go nowhere
 * @param summary one line for the API's documentation
 * @param description a paragraph for the API's documentation
 * @param tags groups in the API's documentation
 * @param requestExample a body, for the API's documentation
 * @param requestSchema what a body must be, as a JSON Schema, for the API's documentation; the gateway does not check bodies
 * @param requestHeaderSchemas what a passed header must be, by its name, as a JSON Schema, for the API's documentation
 * @param responses what the backend answers, by status, for the API's documentation
 */
public record ForwardProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String access,
        @Valid @Nullable OwnerProperties owner,
        @Valid @Nullable RateLimitProperties rateLimit,
        @NotNull @Nullable Method method,
        @NotBlank @DefaultValue("") String path,
        @NotBlank @DefaultValue("") String backend,
        @NotBlank @DefaultValue("") String target,
        @Nullable Duration timeout,
        @NotNull @DefaultValue("WHOLE") Answer answer,
        @Valid @Nullable StreamProperties stream,
        @DefaultValue("NORMAL") Priority priority,
        @Nullable DataSize maxRequestBody,
        @DefaultValue({"Accept", "Content-Type"}) List<String> requestHeaders,

        @Nullable String idempotencyHeader,

        @DefaultValue({"Content-Type", "Location", "Retry-After"})
        List<String> responseHeaders,

        @Valid @Nullable LocationProperties location,
        @DefaultValue List<String> locationHosts,
        @DefaultValue("false") boolean passErrorBodies,
        @DefaultValue Map<String, @Valid VariableProperties> variables,
        @DefaultValue("") String summary,
        @DefaultValue("") String description,
        @DefaultValue List<String> tags,
        @DefaultValue("") String requestExample,
        @DefaultValue("") String requestSchema,
        @DefaultValue Map<String, String> requestHeaderSchemas,
        @DefaultValue Map<Integer, String> responses)
        implements EndpointProperties {

    /** The methods that can be passed on. */
    public enum Method {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE
    }

    /** How an answer is passed on. */
    public enum Answer {
        /** When it is complete. */
        WHOLE,
        /** Piece by piece, as it comes. */
        STREAM
    }

    /**
     * @param idle how long the backend may send nothing; it should send heartbeats more often
     * @param longest how long a stream may go on; then it is ended, and its caller may ask again
     * @param max streams of this forward at the same time
     */
    public record StreamProperties(
            @DefaultValue("45s") Duration idle,
            @DefaultValue("15m") Duration longest,
            @Min(1) @DefaultValue("200") int max) {

        /** What holds when nothing is set. */
        public static final StreamProperties DEFAULTS =
                new StreamProperties(Duration.ofSeconds(45), Duration.ofMinutes(15), 200);
    }

    /**
     * A Location (or Content-Location) below {@code from} at the backend is one below {@code to} at the gateway.
     *
     * @param from path at the backend, such as {@code /api/deliveries}
     * @param to path at the gateway, such as {@code /api/v1/deliveries}
     */
    public record LocationProperties(
            @NotBlank @DefaultValue("") String from,
            @NotBlank @DefaultValue("") String to) {}
}
