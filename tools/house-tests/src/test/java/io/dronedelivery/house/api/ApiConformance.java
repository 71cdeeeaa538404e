package io.dronedelivery.house.api;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.dronedelivery.localstack.run.Issuer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Sends made-up requests to a running gateway that asks for tokens, and compares each answer with the OpenAPI document. */
public final class ApiConformance {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** The gateway's own fault, or a backend's. On a busy machine 503 and 504 are answers like others, and documented. */
    private static final Set<Integer> FAULTS = Set.of(500, 501, 502, 505);

    private static final Set<Integer> BUSY = Set.of(503, 504);

    /** Is found before anybody is asked who they are: asking has to end by the deadline, too. */
    private static final String NO_DEADLINE = "\"field\":\"X-Request-Timeout-Ms\"";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String gateway;
    private final JsonNode document;
    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final List<String> violations = new ArrayList<>();
    private final Set<Integer> statuses = new TreeSet<>();
    private int requests;

    private ApiConformance(String gateway, JsonNode document) {
        this.gateway = gateway;
        this.document = document;
    }

    /**
     * Sends the requests.
     *
     * @param issuer whose tokens the gateway asks for: of an operator mostly, of an owner, and none that holds
     * @param each how many requests are sent for each operation
     */
    public static ApiConformance of(String gateway, JsonNode document, Issuer issuer, int each, long seed)
            throws IOException, InterruptedException {
        ApiConformance conformance = new ApiConformance(gateway, document);
        RequestGenerator generator = new RequestGenerator(seed);
        List<Bearer> bearers = Bearer.inTurns(issuer);
        for (Operation operation : Operation.of(document)) {
            for (int i = 0; i < each; i++) {
                conformance.send(operation, generator.next(operation), bearers.get(i % bearers.size()));
            }
        }
        System.out.printf("%d requests, %d violations%n", conformance.requests, conformance.violations.size());
        return conformance;
    }

    /** What is wrong with the answers, each with its request; nothing when all keep to the document. */
    public List<String> violations() {
        return violations;
    }

    /** Those of the answers. */
    public Set<Integer> statuses() {
        return statuses;
    }

    private void send(Operation operation, Request request, Bearer bearer) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.to(gateway, bearer), HttpResponse.BodyHandlers.ofString());
        requests++;
        statuses.add(answer.statusCode());
        for (String violation : violations(operation, request, bearer, answer)) {
            violations.add(violation + "\n  " + request + " of " + bearer.name() + "\n  " + answer.statusCode() + " "
                    + answer.body());
        }
    }

    private List<String> violations(Operation operation, Request request, Bearer bearer, HttpResponse<String> answer) {
        int status = answer.statusCode();
        JsonNode documented = operation.responses().path(Integer.toString(status));
        if (FAULTS.contains(status)) {
            return List.of("a server error");
        }
        if (documented.isMissingNode()) {
            return List.of("the status is not documented");
        }
        String access = accessViolation(operation, bearer, answer);
        if (access != null) {
            return List.of(access);
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

    /** What is wrong with who was let in, if anything is: whoever may not do this is told so whatever else is wrong with the request. */
    private static @Nullable String accessViolation(Operation operation, Bearer bearer, HttpResponse<String> answer) {
        int status = answer.statusCode();
        if (!operation.needsToken()
                || BUSY.contains(status)
                || status == 400 && answer.body().contains(NO_DEADLINE)) {
            return null;
        }
        String challenge = answer.headers().firstValue("www-authenticate").orElse("");
        if (!bearer.holds()) {
            return status == 401 && challenge.equals(bearer.challenge())
                    ? null
                    : "who has no token that holds gets no 401 with a challenge";
        }
        if (status == 401) {
            return "a token that holds is refused";
        }
        if (!bearer.scopes().containsAll(operation.scopes())) {
            return status == 403 && challenge.contains("insufficient_scope")
                    ? null
                    : "a token without the scope gets no 403 with a challenge";
        }
        return status == 403 && bearer.actsForAllOwners() ? "who may do it is forbidden to" : null;
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
