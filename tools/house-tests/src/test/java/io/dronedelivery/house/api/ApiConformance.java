package io.dronedelivery.house.api;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Sends made-up requests to a running gateway and compares each answer with the OpenAPI document. */
public final class ApiConformance {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** The gateway's own fault, or a backend's. On a busy machine 503 and 504 are answers like others, and documented. */
    private static final Set<Integer> FAULTS = Set.of(500, 501, 502, 505);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String gateway;
    private final JsonNode document;
    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final List<String> violations = new ArrayList<>();
    private int requests;

    private ApiConformance(String gateway, JsonNode document) {
        this.gateway = gateway;
        this.document = document;
    }

    /**
     * What is wrong with the answers, each with its request; nothing when all keep to the document.
     *
     * @param each how many requests are sent for each operation
     */
    public static List<String> violations(String gateway, JsonNode document, int each, long seed)
            throws IOException, InterruptedException {
        ApiConformance conformance = new ApiConformance(gateway, document);
        RequestGenerator generator = new RequestGenerator(seed);
        for (Operation operation : Operation.of(document)) {
            for (int i = 0; i < each; i++) {
                conformance.send(operation, generator.next(operation));
            }
        }
        System.out.printf("%d requests, %d violations%n", conformance.requests, conformance.violations.size());
        return conformance.violations;
    }

    private void send(Operation operation, Request request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.to(gateway), HttpResponse.BodyHandlers.ofString());
        requests++;
        for (String violation : violations(operation, request, answer)) {
            violations.add(violation + "\n  " + request + "\n  " + answer.statusCode() + " " + answer.body());
        }
    }

    private List<String> violations(Operation operation, Request request, HttpResponse<String> answer) {
        int status = answer.statusCode();
        JsonNode documented = operation.responses().path(Integer.toString(status));
        if (FAULTS.contains(status)) {
            return List.of("a server error");
        }
        if (documented.isMissingNode()) {
            return List.of("the status is not documented");
        }
        if (request.valid() && (status == 400 || status == 415 || status == 422)) {
            return List.of("a valid request is refused");
        }
        String type = answer.headers().firstValue("content-type").orElse("").split(";", 2)[0];
        JsonNode content = documented.path("content").path(type);
        if (content.isMissingNode()) {
            return List.of("the content type is not documented");
        }
        try {
            return violations(status, content.path("schema"), JSON.readTree(answer.body()), answer.body());
        } catch (JacksonException e) {
            return List.of("the body is not JSON");
        }
    }

    private List<String> violations(int status, JsonNode schema, JsonNode body, String text) {
        List<String> all = new ArrayList<>();
        ObjectNode whole = schema.isObject() ? (ObjectNode) schema.deepCopy() : JSON.createObjectNode();
        whole.set("$defs", document.at("/components/schemas"));
        schemas.getSchema(whole.toString().replace("#/components/schemas/", "#/$defs/"))
                .validate(text, InputFormat.JSON)
                .forEach(error -> all.add(error.toString()));
        if (status >= 400) {
            if (body.path("status").asInt(0) != status) {
                all.add("the problem has another status");
            }
            if (!body.path("type").asString("").startsWith("urn:drone-delivery:problem:")) {
                all.add("the problem has no type of ours");
            }
        }
        return all;
    }
}
