package io.dronedelivery.gateway.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dronedelivery.gateway.forward.Forward;
import io.dronedelivery.gateway.forward.Forwards;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The operations of forwards. The schema of an answer is left open: the gateway does not know it. */
final class ForwardOpenApi {

    /** OpenAPI describes these elsewhere than among the parameters. */
    private static final Set<String> NOT_AS_PARAMETER = Set.of("accept", "content-type", "authorization");

    private ForwardOpenApi() {}

    /** @param taken names of operations that are there */
    static void addTo(OpenAPI api, Forwards forwards, Set<String> taken, AccessOpenApi access) {
        for (Forward forward : forwards.all()) {
            Operation operation = operation(forward);
            operation.operationId(taken.contains(forward.name()) ? forward.name() + "-forward" : forward.name());
            access.addTo(operation, forward.access());
            SharedSchemas.add(api, forward.path(), forward.method(), operation);
        }
    }

    private static Operation operation(Forward forward) {
        Forward.ForwardDocumentation documentation = forward.documentation();
        Operation operation = new Operation()
                .summary(documentation.summary())
                .description(description(forward))
                .responses(responses(forward));
        documentation.tags().forEach(operation::addTagsItem);
        SharedSchemas.addParameters(operation, forward.path(), forward.variables());
        forward.requestHeaders().stream()
                .filter(name -> !NOT_AS_PARAMETER.contains(name.toLowerCase(Locale.ROOT)))
                .forEach(name -> operation.addParametersItem(
                        new Parameter().name(name).in("header").schema(headerSchema(documentation, name))));
        if (!documentation.requestExample().isBlank()
                || !documentation.requestSchema().isBlank()) {
            operation.requestBody(requestBody(documentation));
        }
        return operation;
    }

    private static String description(Forward forward) {
        String text = forward.documentation().description();
        return (text.isBlank() ? "" : text + "\n\n") + "Passed on to "
                + forward.backend().name() + ", within " + forward.timeout().toMillis() + " ms"
                + (forward.stream() == null
                        ? "."
                        : "; from then on while it comes, for at most "
                                + forward.stream().longest().toSeconds() + " s.");
    }

    private static RequestBody requestBody(Forward.ForwardDocumentation documentation) {
        MediaType body = new MediaType().schema(schema(documentation.requestSchema()));
        if (!documentation.requestExample().isBlank()) {
            body.example(example(documentation.requestExample()));
        }
        return new RequestBody().required(true).content(json(body));
    }

    /** The schema of the settings, which has been checked to be an object; without one a body may be anything. */
    private static Schema<?> schema(String text) {
        try {
            return text.isBlank() ? new Schema<>() : Json31.mapper().readValue(text, Schema.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The schema cannot be read: " + text, e);
        }
    }

    private static Schema<?> headerSchema(Forward.ForwardDocumentation documentation, String name) {
        String schema = documentation.requestHeaderSchemas().get(name);
        return schema == null ? new StringSchema() : schema(schema);
    }

    private static Object example(String text) {
        try {
            return Json31.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            return text;
        }
    }

    private static ApiResponses responses(Forward forward) {
        ApiResponses responses = new ApiResponses();
        Map<Integer, String> descriptions =
                new TreeMap<>(forward.documentation().responses());
        ownProblems(forward).forEach(descriptions::putIfAbsent);
        descriptions.forEach((status, description) -> responses.addApiResponse(
                status.toString(), status < 400 ? answer(forward, description) : SharedSchemas.problem(description)));
        return responses;
    }

    private static ApiResponse answer(Forward forward, String description) {
        ApiResponse response = new ApiResponse()
                .description(description)
                .content(
                        forward.stream() == null
                                ? json(new MediaType().schema(new Schema<>()))
                                : new Content()
                                        .addMediaType("text/event-stream", new MediaType().schema(new StringSchema())));
        if (forward.location() != null) {
            response.addHeaderObject("Location", new Header().schema(new StringSchema().format("uri-reference")));
        }
        return response;
    }

    private static Content json(MediaType type) {
        return new Content().addMediaType("application/json", type);
    }

    private static Map<Integer, String> ownProblems(Forward forward) {
        Map<Integer, String> problems = new TreeMap<>();
        problems.put(400, "A parameter or header is missing or not allowed; `errors` names it");
        if (forward.takesBody()) {
            problems.put(408, "The body did not arrive in time");
            problems.put(413, "The body holds more than " + forward.maxRequestBytes() + " bytes");
        }
        problems.put(502, "The backend failed");
        problems.put(
                503,
                forward.stream() == null
                        ? "The backend is full; Retry-After says when to retry"
                        : "As many streams are open as may be; Retry-After says when to retry");
        problems.put(504, "The backend took too long, or the caller's own time is over");
        return problems;
    }
}
