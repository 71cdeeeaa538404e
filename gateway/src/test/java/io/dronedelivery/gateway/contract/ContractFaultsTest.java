package io.dronedelivery.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.dronedelivery.gateway.json.JsonPath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContractFaultsTest {

    private static final Contract ORDERS =
            new Contract("orders", ContractReader.read("classpath:contracts/orders.json"));

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openapi: 2.0|is no OpenAPI document",
                "swagger: '2.0'|is no OpenAPI document",
                "openapi: 3.1.0|is no OpenAPI document",
                "'{\"openapi\": \"3.1.0\", \"paths\"'|is neither YAML nor JSON",
                "'a: [b'|is neither YAML nor JSON",
                "'openapi: 3.0.0\na: b\na: c'|is neither YAML nor JSON",
                "''|is no OpenAPI document",
            })
    void what_is_no_contract_is_refused(String text, String reason) throws IOException {
        Path file = Files.writeString(directory.resolve("contract"), text);

        assertThatThrownBy(() -> ContractReader.read(file.toString()))
                .isInstanceOf(InvalidContractException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void a_contract_of_20_mb_is_refused() throws IOException {
        byte[] large = new byte[20 * 1024 * 1024];
        Arrays.fill(large, (byte) ' ');
        Path file = Files.write(directory.resolve("large.yaml"), large);

        assertThatThrownBy(() -> ContractReader.read(file.toString())).hasMessage("is larger than 10 MB");
    }

    @Test
    void a_contract_whose_aliases_grow_without_bounds_is_refused() throws IOException {
        StringBuilder bomb = new StringBuilder("openapi: 3.0.0\na0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", Collections.nCopies(9, "*a" + (i - 1)))));
        }
        Path file = Files.writeString(directory.resolve("bomb.yaml"), bomb + "paths: {}\n");

        assertThatThrownBy(() -> ContractReader.read(file.toString())).hasMessageContaining("is neither YAML nor JSON");
    }

    @Test
    void a_url_is_read_and_one_that_fails_is_refused() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] document = "{\"openapi\": \"3.1.0\", \"paths\": {}}".getBytes(StandardCharsets.UTF_8);
        server.createContext("/here", exchange -> {
            exchange.sendResponseHeaders(200, document.length);
            exchange.getResponseBody().write(document);
            exchange.close();
        });
        server.start();
        String url = "http://localhost:" + server.getAddress().getPort();
        try {
            assertThat(ContractReader.read(url + "/here").get("openapi")).isEqualTo("3.1.0");
            assertThatThrownBy(() -> ContractReader.read(url + "/nowhere")).hasMessageContaining("cannot be read");
        } finally {
            server.stop(0);
        }
        assertThatThrownBy(() -> ContractReader.read(url + "/here")).hasMessageContaining("cannot be read");
    }

    @ParameterizedTest
    @CsvSource({
        "/orders/{x}, true",
        "/orders/{order.id}, true",
        "/orders/7, true",
        "/orders/{x}/, false",
        "/orders, false",
        "/Orders/{x}, false",
        "/{x}/latest, false",
    })
    void an_operation_is_found_by_its_form(String path, boolean found) {
        assertThat(ORDERS.operation("GET", path) != null).isEqualTo(found);
        assertThat(ORDERS.operation("POST", path)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "owner, true",
        "owner.id, true",
        "owner.name, false",
        "owner.id.x, false",
        "items[*].sku, true",
        "items[2].parent.parent.sku, true",
        "items.sku, false",
        "owner[*], false",
    })
    void a_value_is_looked_for_in_the_schema(String path, boolean found) {
        ContractOperation operation = ORDERS.operation("GET", "/orders/{id}");

        assertThat(operation).isNotNull();
        ContractSchema answer = operation.answer("application/json"::equals);
        assertThat(answer).isNotNull();
        assertThat(answer.mayHave(JsonPath.parse(path).steps())).isEqualTo(found);
    }

    @Test
    void what_a_schema_leaves_open_may_have_everything() {
        assertThat(mayHaveAB(Map.of())).isTrue();
        assertThat(mayHaveAB(Map.of("type", "object"))).isTrue();
        assertThat(mayHaveAB(Map.of("type", "string"))).isFalse();
        assertThat(mayHaveAB(Map.of("properties", Map.of("c", Map.of())))).isFalse();
        assertThat(mayHaveAB(Map.of("properties", Map.of("c", Map.of()), "additionalProperties", true)))
                .isTrue();
        assertThat(mayHaveAB(Map.of("allOf", List.of(Map.of("properties", Map.of("a", Map.of()))))))
                .isTrue();
    }

    private static boolean mayHaveAB(Map<String, Object> schema) {
        return new ContractSchema(ORDERS, schema).mayHave(JsonPath.parse("a.b").steps());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"owner\":{}}|",
                "{\"owner\":{\"id\":null},\"weight\":1,\"items\":[{\"parent\":{\"sku\":\"a\"}}],\"more\":1}|",
                "{}|it has no member 'owner'",
                "[]|it is not of the type [object]",
                "{\"owner\":{\"id\":1}}|'id' is not of the type [string]",
                "{\"owner\":{},\"items\":[{\"sku\":true}]}|'sku' is not of the type [string]",
                "{\"owner\":{},\"items\":[null]}|an element of 'items' is not of the type [object]",
            })
    void a_constant_is_compared_with_the_schema(String json, @Nullable String fault) {
        ContractSchema order = new ContractSchema(ORDERS, Map.of("$ref", "#/components/schemas/Order"));

        assertThat(order.faultOf(json.getBytes(StandardCharsets.UTF_8))).isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource({"7, true", "7.0, true", "7.5, false", "null, true", "'\"x\"', true", "'\"z\"', false"})
    void alternatives_and_enumerations_are_compared_too(String json, boolean fits) {
        ContractSchema schema = new ContractSchema(
                ORDERS,
                Map.of(
                        "oneOf",
                        List.of(
                                Map.of("type", List.of("integer", "null")),
                                Map.of("type", "string", "enum", List.of("x", "y")))));

        assertThat(schema.faultOf(json.getBytes(StandardCharsets.UTF_8)) == null)
                .isEqualTo(fits);
    }
}
