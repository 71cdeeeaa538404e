package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.backend.Backend;
import io.dronedelivery.gateway.endpoint.EndpointAccess;
import io.dronedelivery.gateway.settings.HedgeProperties;
import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.template.PathTemplate;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.Variable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * One call of the gateway that is passed on to one backend. Compiled from {@code gateway.forwards.*}.
 *
 * @param name the name in the configuration and in metrics
 * @param method how it is called, and the backend with it
 * @param path where it is called
 * @param variables the path's variables in the order of the path, then the query parameters
 * @param timeout time for the whole, and of a stream for its beginning
 * @param stream the bounds of an answer that is passed on while it comes, null when it is collected
 * @param priority which requests are refused first under overload
 * @param maxRequestBytes the most that the body of a request may hold
 * @param requestHeaders the caller's headers that are passed on
 * @param idempotencyHeader one of these by whose value the backend knows a repeated request, null when there is none
 * @param retry whether a call that may be repeated is sent a second time
 * @param hedge when it is although the first attempt has not failed, null for never
 * @param responseHeaders the backend's headers that are passed on
 * @param location how a Location of the backend becomes a path of the gateway, null when it stays as it is
 * @param locationHosts hosts that a location may lead to; one that leads to another host is left out
 * @param passErrorBodies whether the body of a 5xx is passed on though it is no problem document
 * @param documentation what the API's documentation says
 */
public record Forward(
        String name,
        HttpMethod method,
        PathTemplate path,
        List<Variable> variables,
        EndpointAccess access,
        Backend backend,
        TargetTemplate target,
        Duration timeout,
        @Nullable Stream stream,
        Priority priority,
        int maxRequestBytes,
        List<String> requestHeaders,
        @Nullable String idempotencyHeader,
        boolean retry,
        @Nullable HedgeProperties hedge,
        List<String> responseHeaders,
        @Nullable LocationRewrite location,
        List<String> locationHosts,
        boolean passErrorBodies,
        ForwardDocumentation documentation) {

    /**
     * @param idle how long the backend may send nothing
     * @param longest how long a stream may go on
     * @param max streams at the same time
     */
    public record Stream(Duration idle, Duration longest, int max) {}

    /**
     * @param summary one line
     * @param description a paragraph
     * @param tags groups
     * @param requestExample a body, may be empty
     * @param requestSchema a JSON Schema, may be empty
     * @param requestHeaderSchemas JSON Schemas by the header's name
     * @param responses what the backend answers, by status
     */
    public record ForwardDocumentation(
            String summary,
            String description,
            List<String> tags,
            String requestExample,
            String requestSchema,
            Map<String, String> requestHeaderSchemas,
            Map<Integer, String> responses) {}

    /**
     * Whether a method is idempotent: a repeated request has no further effect.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2">RFC 9110, section 9.2.2</a>
     */
    static boolean isIdempotent(HttpMethod method) {
        return method != HttpMethod.POST && method != HttpMethod.PATCH;
    }

    /** Whether a request may bring a body. A GET's would have no meaning, so it is ignored. */
    public boolean takesBody() {
        return takesBody(method);
    }

    static boolean takesBody(HttpMethod method) {
        return method != HttpMethod.GET;
    }
}
