package io.dronedelivery.house.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON Schema of the gateway's settings accepts what a start accepts, and finds what an editor should mark. */
class SettingsSchemaTest {

    private static JsonNode tree(Object yaml) {
        return new JsonMapper().valueToTree(yaml);
    }

    private static Object read(String text) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    }

    private static Schema schema() throws IOException {
        try (InputStream file = resource("/META-INF/gateway-settings.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                    .getSchema(file);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(SettingsSchemaTest.class.getResourceAsStream(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/gateway-sample/true.yml", "/gateway-sample/false.yml"})
    void the_files_of_the_product_fit(String name) throws IOException {
        try (InputStream file = resource(name)) {
            Object settings = new Yaml(new SafeConstructor(new LoaderOptions())).load(file);

            assertThat(settings == null ? null : schema().validate(tree(settings)))
                    .isNullOrEmpty();
        }
    }

    @Test
    void every_kind_of_value_fits_in_each_of_its_forms() throws IOException {
        assertThat(schema().validate(tree(read("""
                        server: { port: 1 }
                        gateway:
                          via: 7
                          warm-up: 2s
                          cache: { max-size: 4MB }
                          sample: ${SAMPLE}
                          backends:
                            a: { base-url: "http://x", connect-timeout: PT1S, pool.max-connections: 3, bulkhead: { max-concurrent-calls: "${N:5}" } }
                          aggregations:
                            b:
                              tags: one, two
                              priority: critical
                              parts: { c: { when: [{ value: a.b, in: [x] }], rename: [{ from: a, to: b }], fallback: { last-good: 10m } } }
                        """)))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gateway: { defualts: { deadline: 1s } }",
                "gateway: { defaults: { deadline: soon } }",
                "gateway: { backends: { a: { bulkhead: { max-concurrent-calls: many } } } }",
                "gateway: { aggregations: { a: { parts: { b: { requried: true } } } } }",
                "gateway: { aggregations: { a: { parts: { b: { when-not-found: as-nil } } } } }",
                "gateway: { aggregations: { a: { parts: { b: { rename: [{ form: x }] } } } } }",
                "gateway: { aggregations: [] }",
            })
    void what_a_start_would_refuse_is_found(String settings) throws IOException {
        assertThat(schema().validate(tree(read(settings)))).isNotEmpty();
    }
}
