package io.dronedelivery.gateway.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * One call of the gateway that is passed on to one backend, whose answer the caller gets as it is.
 *
 * @param enabled false removes a forward that comes with the product
 * @param access who may call it: {@code public}, {@code authenticated} or {@code scope:NAME}. By default {@code gateway.defaults.access};
 *     without both the gateway does not start
 * @param owner whose data it is about, null when a request does not show it
 * @param method the method with which it is called, and the backend with it. HEAD comes with GET
 * @param rateLimit how often each caller may call it, null when it has no separate limit
 * @param path where it is called, with variables in braces, such as {@code /api/v1/deliveries}
 * @param backend the name of the backend that is called
 * @param target path and query at the backend, with variables in braces. A query parameter whose variable is absent is left out
 * @param timeout the time for the whole, the arrival of the body included; for a stream, the time to the head of its answer. By default
 *     {@code gateway.defaults.deadline}. Unless the method is GET it must be more than {@code gateway.defaults.least-time}, because a body
 *     must leave that much for the call
 * @param answer {@code whole}: the answer is collected before it is passed on. {@code stream}, for GET: the body of a success is passed on
 *     while it arrives
 * @param stream the bounds of answers that are passed on while they come
 * @param priority which requests come first under overload: {@code critical} before {@code normal} before {@code background}
 * @param maxRequestBody the largest body of a request, by default 64KB. At most {@code service-kit.max-request-body}. Not for GET
 * @param requestHeaders headers of the caller that are passed on. Hop-by-hop headers are refused at start
 * @param idempotencyHeader the request header by which the backend recognises a repeated POST or PATCH. A request with it may be sent a
 *     second time, like a GET. By default none
 * @param retry whether a call that may be repeated is sent a second time, when the first attempt has failed or takes long. {@code false}:
 *     only when no backend can have read it
 * @param hedge when a call that may be repeated is sent a second time although the first attempt has not failed. By default never
 * @param responseHeaders headers of the backend that are passed on. {@code Content-Encoding}, {@code Content-Range} and {@code Vary}, and
 *     headers that belong to a status, are always passed on. Hop-by-hop headers are refused at start
 * @param location how a Location of the backend becomes a path of the gateway; by default it stays as it is
 * @param locationHosts hosts to which a {@code Location} of the backend may lead as a URL. A URL of another host is dropped
 * @param passErrorBodies whether the body of a 5xx is passed on even if it is no problem document. Otherwise the caller gets a problem
 *     document without it, because such a body may be a stack trace
 * @param variables the rules for the variables of the path, by name, and the query parameters: a name that is not in the path is one. Query
 *     parameters that are not named here are ignored and go nowhere
 * @param summary one line for the OpenAPI document
 * @param description a paragraph for the OpenAPI document
 * @param tags groups in the OpenAPI document
 * @param requestExample an example of a body, for the OpenAPI document
 * @param requestSchema the JSON Schema of the body as text, for the OpenAPI document. The gateway does not check bodies against it
 * @param requestHeaderSchemas the JSON Schemas of request headers as text, by the header's name, for the OpenAPI document. The gateway does
 *     not check headers against them
 * @param responses what the backend answers, by status, for the OpenAPI document
 */
@ConfigurationPropertiesSource
public record ForwardProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String access,
        @NestedConfigurationProperty @Valid @Nullable OwnerProperties owner,
        @NestedConfigurationProperty @Valid @Nullable RateLimitProperties rateLimit,
        @NotNull @Nullable Method method,
        @NotBlank @DefaultValue("") String path,
        @NotBlank @DefaultValue("") String backend,
        @NotBlank @DefaultValue("") String target,
        @Nullable Duration timeout,
        @NotNull @DefaultValue("WHOLE") AnswerMode answer,
        @Valid @Nullable StreamProperties stream,
        @DefaultValue("NORMAL") Priority priority,
        @Nullable DataSize maxRequestBody,
        @DefaultValue({"Accept", "Content-Type"}) List<String> requestHeaders,

        @Nullable String idempotencyHeader,

        @DefaultValue("true") boolean retry,
        @NestedConfigurationProperty @Nullable HedgeProperties hedge,

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
    public enum AnswerMode {
        /** When it is complete. */
        WHOLE,
        /** Piece by piece, as it comes. */
        STREAM
    }

    /**
     * @param idle the time for which the backend may send nothing. The backend should send heartbeats more often; drone-service sends them
     *     each 15 s
     * @param longest the longest duration of a stream. Then it ends, and the caller may call again; so callers are spread again after the
     *     number of instances has changed. A stream also ends when its caller's token expires
     * @param max how many streams of this forward may be open at the same time
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
     * @param from a path at the backend, such as {@code /api/deliveries}, for {@code Location} and {@code Content-Location}. URLs of the
     *     backend are treated as paths
     * @param to the path here that replaces it, such as {@code /api/v1/deliveries}
     */
    public record LocationProperties(
            @NotBlank @DefaultValue("") String from,
            @NotBlank @DefaultValue("") String to) {}
}
