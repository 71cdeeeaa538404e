package io.dronedelivery.gateway.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.gateway.testing.GatewayInFront;
import io.dronedelivery.gateway.testing.NoBufferLeaks;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestBackend.Call;
import io.dronedelivery.gateway.testing.TestGateway;
import io.dronedelivery.gateway.testing.TestGateway.Response;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The queries that callers send, and what a backend gets of them. */
@ExtendWith(NoBufferLeaks.class)
class QueryTest {

    @RegisterExtension
    static final GatewayInFront front = GatewayInFront.forwarding(
            "gateway.forwards.search.method=GET",
            "gateway.forwards.search.path=/search",
            "gateway.forwards.search.backend=test",
            "gateway.forwards.search.target=/found?q={q}&tag={tag}&n={n}&word={word}",
            "gateway.forwards.search.variables.q.required=false",
            "gateway.forwards.search.variables.tag.required=false",
            "gateway.forwards.search.variables.tag.pattern=[a-z]*",
            "gateway.forwards.search.variables.n.required=false",
            "gateway.forwards.search.variables.n.type=integer",
            "gateway.forwards.search.variables.word.required=false",
            "gateway.forwards.search.variables.word.type=string",
            "gateway.forwards.search.variables.word.pattern=[a-z]+",
            "gateway.forwards.lists.method=GET",
            "gateway.forwards.lists.path=/lists",
            "gateway.forwards.lists.backend=test",
            "gateway.forwards.lists.target=/found?id={id}&name={name}",
            "gateway.forwards.lists.variables.id.required=false",
            "gateway.forwards.lists.variables.id.type=array",
            "gateway.forwards.lists.variables.id.items=integer",
            "gateway.forwards.lists.variables.id.min=1",
            "gateway.forwards.lists.variables.id.max-items=3",
            "gateway.forwards.lists.variables.name.required=false",
            "gateway.forwards.lists.variables.name.type=array",
            "gateway.forwards.lists.variables.name.explode=false",
            "gateway.forwards.lists.variables.name.pattern=[a-z,]+",
            "gateway.forwards.names.method=GET",
            "gateway.forwards.names.path=/names",
            "gateway.forwards.names.backend=test",
            "gateway.forwards.names.target=/found?page[size]={size}&$top={top}&user-id={user}&filter.name={filter}&a%20b={blank}",
            "gateway.forwards.names.variables.size.required=false",
            "gateway.forwards.names.variables.size.query-name=page[size]",
            "gateway.forwards.names.variables.size.type=integer",
            "gateway.forwards.names.variables.top.required=false",
            "gateway.forwards.names.variables.top.query-name=$top",
            "gateway.forwards.names.variables.user.required=false",
            "gateway.forwards.names.variables.user.query-name=user-id",
            "gateway.forwards.names.variables.filter.required=false",
            "gateway.forwards.names.variables.filter.query-name=filter.name",
            "gateway.forwards.names.variables.blank.required=false",
            "gateway.forwards.names.variables.blank.query-name=a b",
            "gateway.forwards.required.method=GET",
            "gateway.forwards.required.path=/required",
            "gateway.forwards.required.backend=test",
            "gateway.forwards.required.target=/found?q={q}",
            "gateway.forwards.required.variables.q.required=true",
            "gateway.forwards.by-path.method=GET",
            "gateway.forwards.by-path.path=/by-path",
            "gateway.forwards.by-path.backend=test",
            "gateway.forwards.by-path.target=/found/{q}?also={q}",
            "gateway.forwards.by-path.variables.q.required=true",
            "gateway.forwards.by-owner.method=GET",
            "gateway.forwards.by-owner.path=/by-owner",
            "gateway.forwards.by-owner.access=authenticated",
            "gateway.forwards.by-owner.owner.variable=ownerId",
            "gateway.forwards.by-owner.backend=test",
            "gateway.forwards.by-owner.target=/found?ownerId={ownerId}",
            "gateway.forwards.by-owner.variables.ownerId.required=true",
            "gateway.aggregations.included.path=/included",
            "gateway.aggregations.included.include-in-body=q",
            "gateway.aggregations.included.variables.q.required=false",
            "gateway.aggregations.included.parts.it.backend=test",
            "gateway.aggregations.included.parts.it.path=/found?q={q}",
            "gateway.aggregations.merged.path=/merged",
            "gateway.aggregations.merged.variables.q.required=false",
            "gateway.aggregations.merged.parts.it.backend=test",
            "gateway.aggregations.merged.parts.it.path=/found?fixed=1&q={q}");

    private static final TestBackend backend = front.backend();
    private static final TestGateway gateway = front.gateway();

    @ParameterizedTest
    @CsvSource({
        // Empty values, and names without one.
        "/search, /found",
        "/search?, /found",
        "/search?q=, /found?q=",
        "/search?q, /found?q",
        "/search?q=&tag=x, /found?q=&tag=x",
        "/search?q&tag=x, /found?q&tag=x",
        "/search?tag=, /found?tag=",
        "/search?n=, /found",
        "/search?n, /found",
        "/search?n[]=x, /found",
        "/search?word=&n=07, /found?n=7",
        "/search?&&q=a&, /found?q=a",
        "/search?=a&q=b, /found?q=b",
        "/search?q==a, /found?q=%3Da",
        // Several values of a parameter of which nothing is said.
        "/search?tag=a&tag=b, /found?tag=a&tag=b",
        "/search?tag=b&q=1&tag=a, /found?q=1&tag=b&tag=a",
        "/search?tag%5B%5D=a&tag%5B%5D=b, /found?tag=a&tag=b",
        "/search?tag[]=a&tag=b, /found?tag=a&tag=b",
        "/search?q=&q=a&q, /found?q=&q=a&q",
        "/search?q=!, /found?q=%21",
        "'/search?q=a,b', /found?q=a%2Cb",
        // One value however it is spelt.
        "/search?q=a+b, /found?q=a%20b",
        "/search?q=a%2Bb, /found?q=a%2Bb",
        "/search?q=%26x%3D1, /found?q=%26x%3D1",
        "/search?%71=%C3%A9, /found?q=%C3%A9",
        "/search?q=.., /found?q=..",
        "/search?q=a;b, /found?q=a%3Bb",
        // Lists.
        "/lists?id=1&id=02, /found?id=1&id=2",
        "/lists?id[]=1&id[]=2, /found?id=1&id=2",
        "/lists?id=&id=2, /found?id=2",
        "'/lists?name=a,b,c', '/found?name=a,b,c'",
        "'/lists?name=a%2Cb,c', '/found?name=a%2Cb,c'",
        "'/lists?name=a&name=b,c', '/found?name=a,b,c'",
        "/lists?name=, /found",
        // Names that are no names of variables.
        "/names?page%5Bsize%5D=07, /found?page%5Bsize%5D=7",
        "/names?page[size]=7, /found?page%5Bsize%5D=7",
        "/names?$top=5, /found?$top=5",
        "/names?%24top=5, /found?$top=5",
        "/names?user-id=u&filter.name=x, /found?user-id=u&filter.name=x",
        "/names?a+b=1, /found?a%20b=1",
        "/names?size=7&top=1, /found",
        "/required?q=a&q=b, /found?q=a&q=b",
    })
    void a_query_is_passed_on_as_the_backend_would_take_it(String asked, String passedOn) throws IOException {
        backend.on("/found", "{}");

        String answer = gateway.sendRaw("GET " + asked + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200 ");
        assertThat(backend.calls()).extracting(Call::uri).containsExactly(passedOn);
    }

    @ParameterizedTest
    @CsvSource({
        "/search?tag=a&tag=B, tag, must match",
        "/search?tag%5B%5D=B, tag, must match",
        "/search?n=1&n=2, n, must be given once",
        "/search?n=&n=2, n, must be given once",
        "/search?word=a&word=b, word, must be given once",
        "/search?q=%FF, q, must be UTF-8",
        "/search?q=a&q=%FF, q, must be UTF-8",
        "/lists?id=1&id=x, id, must be a whole number",
        "/lists?id=0, id, must be a whole number of at least 1",
        "/lists?id=1&id=2&id=3&id=4, id, must have at most 3 values",
        "/lists?id=&id=&id=&id=, id, must have at most 3 values",
        "'/lists?name=a,B', name, must match",
        "/names?page[size]=x, page[size], must be a whole number",
        "/required, q, is missing",
        "/required?q=, q, must not be empty",
        "/required?q, q, must not be empty",
        "/required?q=a&q=, q, must not be empty",
        "/by-path?q=a&q=b, q, must be given once",
        "/by-path?q=.., q, must not be",
        "/by-path?q=, q, must not be empty",
        "/by-owner?ownerId=o-1&ownerId=o-2, ownerId, must be given once",
        "/by-owner?ownerId[]=o-1, ownerId, is missing",
        "/included?q=a&q=b, q, must be given once",
    })
    void a_query_that_breaks_the_rules_is_refused_by_the_name_of_its_parameter(String asked, String name, String why) {
        backend.on("/found", "{}");
        String path = asked.replace("[", "%5B").replace("]", "%5D");

        Response response = gateway.get(path);

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.json().at("/errors/0/field").asString()).isEqualTo(name);
        assertThat(response.json().at("/errors/0/message").asString()).contains(why);
        assertThat(backend.calls()).isEmpty();
    }

    @Test
    void a_part_gets_the_values_behind_what_its_path_has_already() {
        backend.on("/found", "{}");

        gateway.get("/merged?q=a&q=b");
        gateway.get("/merged?q");

        assertThat(backend.calls()).extracting(Call::uri).containsExactly("/found?fixed=1&q=a&q=b", "/found?fixed=1&q");
    }

    @Test
    void a_variable_that_the_body_begins_with_may_be_empty() {
        backend.on("/found", "{}");

        assertThat(gateway.get("/included?q=").body()).isEqualTo("{\"q\":\"\",\"it\":{}}");
        assertThat(gateway.get("/included?q=" + URLEncoder.encode("a\"é", StandardCharsets.UTF_8))
                        .body())
                .isEqualTo("{\"q\":\"a\\\"é\",\"it\":{}}");
    }

    @Test
    void the_document_has_the_names_and_the_form_of_each_list() {
        JsonNode paths = gateway.get("/v3/api-docs").json().path("paths");

        JsonNode id = parameter(paths, "/lists", "id");
        assertThat(id.path("explode").asBoolean()).isTrue();
        assertThat(id.at("/schema/type").asString()).isEqualTo("array");
        assertThat(id.at("/schema/maxItems").asInt()).isEqualTo(3);
        assertThat(id.at("/schema/items/type").asString()).isEqualTo("integer");
        assertThat(id.at("/schema/items/minimum").asInt()).isEqualTo(1);
        JsonNode name = parameter(paths, "/lists", "name");
        assertThat(name.path("style").asString()).isEqualTo("form");
        assertThat(name.has("explode")).isTrue();
        assertThat(name.path("explode").asBoolean()).isFalse();
        assertThat(name.at("/schema/items/pattern").asString()).isEqualTo("^(?:[a-z,]+)$");
        assertThat(parameter(paths, "/names", "page[size]").at("/schema/type").asString())
                .isEqualTo("integer");
        assertThat(parameter(paths, "/search", "q").path("allowEmptyValue").asBoolean())
                .isTrue();
        assertThat(parameter(paths, "/required", "q").at("/schema/minLength").asInt())
                .isEqualTo(1);
    }

    private static JsonNode parameter(JsonNode paths, String path, String name) {
        for (JsonNode parameter : paths.path(path).at("/get/parameters")) {
            if (parameter.path("name").asString().equals(name)) {
                return parameter;
            }
        }
        throw new AssertionError("no parameter " + name);
    }
}
