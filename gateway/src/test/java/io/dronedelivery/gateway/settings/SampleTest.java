package io.dronedelivery.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.gateway.aggregation.Aggregations;
import io.dronedelivery.gateway.backend.Backends;
import io.dronedelivery.gateway.forward.Forwards;
import io.dronedelivery.gateway.testing.TestBackend;
import io.dronedelivery.gateway.testing.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The endpoints that come with the product, and a gateway without them. */
class SampleTest {

    private static final String MINE = """
            gateway:
              backends:
                customers: { base-url: "%s" }
              aggregations:
                profile:
                  path: /profiles/{id}
                  access: public
                  parts:
                    customer: { backend: customers, path: "/customers/{id}" }
            """;

    @TempDir
    private Path directory;

    @Test
    void an_empty_gateway_has_nothing_of_the_product() {
        try (TestGateway gateway = TestGateway.asShipped("gateway.sample=false")) {
            assertThat(gateway.bean(Aggregations.class).all()).isEmpty();
            assertThat(gateway.bean(Forwards.class).all()).isEmpty();
            assertThat(gateway.bean(Backends.class).all()).isEmpty();
            assertThat(gateway.get("/v3/api-docs").json().path("paths")).isEmpty();
        }
    }

    @Test
    void a_file_of_one_s_own_is_all_that_it_serves() throws IOException {
        try (TestBackend backend = TestBackend.start()) {
            backend.on("/customers/c-1", "{\"name\":\"Ada\"}");
            try (TestGateway gateway = TestGateway.asShipped("gateway.sample=false", mine(backend, ""))) {
                assertThat(gateway.get("/profiles/c-1").body()).isEqualTo("{\"customer\":{\"name\":\"Ada\"}}");
                assertThat(gateway.get("/v3/api-docs").json().path("paths").propertyNames())
                        .containsExactly("/profiles/{id}");
            }
        }
    }

    @Test
    void the_file_itself_may_say_it() throws IOException {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.asShipped(mine(backend, "  sample: false\n"))) {
            assertThat(gateway.bean(Backends.class).names()).containsExactly("customers");
        }
    }

    @Test
    void without_it_the_file_s_endpoints_stand_beside_those_of_the_product_and_win() throws IOException {
        try (TestBackend backend = TestBackend.start();
                TestGateway gateway = TestGateway.asShipped(
                        mine(backend, "  forwards:\n    math: { path: \"/doubles/{number}\" }\n"))) {
            assertThat(gateway.bean(Backends.class).names()).contains("customers", "delivery", "drone", "invoice");
            assertThat(gateway.get("/v3/api-docs").json().path("paths").propertyNames())
                    .contains("/profiles/{id}", "/api/invoices", "/doubles/{number}")
                    .doesNotContain("/api/math/{number}");
        }
    }

    @Test
    void anything_but_true_and_false_is_refused() {
        assertThatThrownBy(() -> TestGateway.asShipped("gateway.sample=perhaps").close())
                .hasMessageContaining("gateway-sample/perhaps.yml");
    }

    private String mine(TestBackend backend, String more) throws IOException {
        Path file = directory.resolve("my.yml");
        Files.writeString(file, MINE.formatted(backend.url()) + more);
        return "spring.config.additional-location=file:" + file;
    }
}
