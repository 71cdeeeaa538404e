package io.dronedelivery.gateway.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dronedelivery.gateway.testing.TestGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckCommandTest {

    private static final String FAULTY = """
            gateway:
              defualts:
                deadline: 1s
              backends:
                delivery:
                  base-url: ftp://x
                drone:
                  bulkhead: { max-concurrent-calls: 0 }
              aggregations:
                a:
                  path: /api/a/{id}
                  access: public
                  parts:
                    one: { backend: nowhere, path: "/x/{id}", requried: false }
                    two:
                      backend: drone
                      path: "/x/{nope}"
                      required: perhaps
                b:
                  path: /api/b
                  parts:
                    one: { backend: drone, path: "/x/{two.id}" }
                    two: { backend: drone, path: "/x/{one.id}" }
            server:
              port: abc
            """;

    @TempDir
    private Path directory;

    @Test
    void every_fault_is_reported_at_once_with_its_place() throws IOException {
        Path file = Files.writeString(directory.resolve("faulty.yml"), FAULTY);

        CommandRun run = CommandRun.of("check", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        String[] lines = run.out().lines().toArray(String[]::new);
        String[] expected = {
            ":3:15: gateway.defualts.deadline = 1s: there is no such setting, did you mean gateway.defaults.deadline?",
            ":6:17: gateway.backends.delivery.base-url = ftp://x: must be an http or https URL",
            ":8:41: gateway.backends.drone.bulkhead.max-concurrent-calls = 0: must be greater than or equal to 1",
            ":14:25: gateway.aggregations.a.parts.one.backend = nowhere: is not one of the backends",
            ":14:61: gateway.aggregations.a.parts.one.requried = false: there is no such setting, did you mean"
                    + " gateway.aggregations.a.parts.one.required?",
            ":17:17: gateway.aggregations.a.parts.two.path = /x/{nope}: has the unknown variable 'nope'",
            ":18:21: gateway.aggregations.a.parts.two.required = perhaps: expected true or false",
            ":20:13: gateway.aggregations.b.access: is missing; say who may call it",
            ":22:25: gateway.aggregations.b.parts.one: is in a circle",
            ":25:9: server.port = abc: expected a whole number",
        };
        for (int i = 0; i < expected.length; i++) {
            assertThat(lines[i]).startsWith(file + expected[i]);
        }
        assertThat(lines[expected.length]).isEqualTo("10 faults");
        assertThat(lines).hasSize(expected.length + 1);
    }

    @Test
    void broken_rule_between_settings_is_named_with_a_setting_that_exists() throws IOException {
        Path file = Files.writeString(directory.resolve("faulty.yml"), "security:\n  keys:\n    keep: 1s\n");

        CommandRun run = CommandRun.of("check", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines())
                .containsExactly(
                        file + ":3:11: security.keys.keep = 1s: security.keys.keep must not be shorter than"
                                + " security.keys.retry",
                        "1 fault");
    }

    @Test
    void a_program_gets_the_same_as_json() throws IOException {
        Path file = Files.writeString(directory.resolve("faulty.yml"), FAULTY);

        CommandRun run = CommandRun.of("check", file.toString(), "--format", "json");

        assertThat(run.exitCode()).isEqualTo(1);
        JsonNode faults = new JsonMapper().readTree(run.out()).get("faults");
        assertThat(faults).hasSize(10);
        JsonNode first = StreamSupport.stream(faults.spliterator(), false)
                .filter(fault -> fault.get("property").asString().endsWith(".one.backend"))
                .findFirst()
                .orElseThrow();
        assertThat(first.get("file").asString()).isEqualTo(file.toString());
        assertThat(first.get("line").asInt()).isEqualTo(14);
        assertThat(first.get("column").asInt()).isEqualTo(25);
        assertThat(first.get("value").asString()).isEqualTo("nowhere");
        assertThat(first.get("reason").asString()).contains("add gateway.backends.nowhere");
    }

    @Test
    void the_product_has_no_faults_and_no_backend_is_called() throws IOException {
        try (ServerSocket backend = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = CommandRun.of(
                    "check", "--gateway.backends.delivery.base-url=http://localhost:" + backend.getLocalPort());

            assertThat(run.out()).contains("no faults: ");
            assertThat(run.exitCode()).isZero();
            backend.setSoTimeout(1);
            assertThat(catchThrowable(backend::accept)).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void a_file_that_is_no_yaml_is_named_with_the_line() throws IOException {
        Path file = Files.writeString(directory.resolve("torn.yml"), "gateway:\n  via: a\n   via: [\n");

        CommandRun run = CommandRun.of("check", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).startsWith(file + ":3:").contains("is no YAML");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--server.address=192.0.2.1|server.address",
                "--server.http2.enabled=true|http2",
                "--security.issuer=no uri|argument: security.issuer = no uri: cannot be read: Invalid URI syntax",
                "--security.isuer=http://x|security.isuer = http://x: there is no such setting, did you mean security.issuer?",
                "--service-kit.connections.max=many|service-kit.connections.max = many: expected a whole number",
                "--management.server.port=x|management.server.port = x: expected a whole number",
                "--gateway.backends.drone.connect-timeout=2d|gateway.backends.drone.connect-timeout = PT48H: must be from 1ms to 1h",
                "--gateway.backends.drone.base-url=${NOT_SET}|gateway.backends.drone.base-url = ${NOT_SET}: is not a URL",
                "--spring.config.import=file:/not/there.yml|/not/there.yml",
            })
    void what_a_start_refuses_is_a_fault(String argument, String expected) {
        CommandRun run = CommandRun.of("check", argument);

        assertThat(run.out()).contains(expected).endsWith("1 fault" + System.lineSeparator());
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void what_contracts_do_not_have_is_a_fault() throws IOException {
        Path file = Files.writeString(directory.resolve("typed.yml"), """
                gateway:
                  sample: false
                  defaults: { access: public }
                  backends:
                    orders: { base-url: "http://localhost:1", contract: "classpath:contracts/orders.json" }
                    none: { base-url: "http://localhost:1", contract: nowhere.yaml }
                  aggregations:
                    a:
                      path: /api/a
                      parts:
                        one: { backend: orders, path: /orders }
                        two: { backend: orders, path: /orders/1 }
                        three: { backend: orders, path: "/orders/{two.owner.name}" }
                        four: { backend: orders, path: /orders/lost }
                        five: { backend: orders, path: /orders/2, keep: [id, owner], rename: [{ from: items.sku, to: x }], required: false }
                        six: { backend: orders, path: /orders/3, fallback: { value: '{"owner":1}' } }
                        seven:
                          backend: orders
                          path: "/orders/4?view={view}"
                          batch: { variable: view, in: "two.items[*].code", by: sku, max: 3 }
                  forwards:
                    f: { path: /api/f, method: DELETE, backend: orders, target: /orders/1 }
                """);

        CommandRun run = CommandRun.of("check", file.toString(), "--gateway.sample=false");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("orders.contract: has the reference 'other.yaml#/Order'"),
                        line -> assertThat(line).contains("none.contract = nowhere.yaml: cannot be read"),
                        line -> assertThat(line).contains("a.parts.one.path = /orders: is not in the contract"),
                        line -> assertThat(line)
                                .contains(
                                        "a.parts.three.path = two.owner.name: needs 'two.owner.name', which the contract"),
                        line -> assertThat(line).contains("a.parts.five.keep = id: needs 'id', which the contract"),
                        line -> assertThat(line).contains("a.parts.five.rename = items.sku: needs 'items.sku'"),
                        line -> assertThat(line)
                                .contains("a.parts.six.fallback.value: does not fit the contract of the backend"
                                        + " 'orders': 'owner' is not of the type [object]"),
                        line -> assertThat(line).contains("a.parts.seven.batch.list: is no list in the contract"),
                        line -> assertThat(line).contains("a.parts.seven.batch.in = two.items[*].code: needs"),
                        line -> assertThat(line)
                                .contains("f.target = /orders/1: is not in the contract of the backend"
                                        + " 'orders', which has no DELETE of this path"),
                        line -> assertThat(line).isEqualTo("10 faults"));
    }

    @Test
    void a_document_that_was_saved_is_compared_with_that_of_the_settings() throws IOException {
        Path saved = directory.resolve("api.json");
        try (TestGateway gateway = TestGateway.asShipped()) {
            Files.writeString(saved, gateway.get("/v3/api-docs").body());
        }

        CommandRun same = CommandRun.of("check", "--against", saved.toString());
        CommandRun changed = CommandRun.of(
                "check",
                "--against",
                saved.toString(),
                "--format=json",
                "--gateway.aggregations.owner-invoice.enabled=false",
                "--gateway.aggregations.delivery.parts.packages.drop=[*].size",
                "--gateway.aggregations.invoice-by-query.variables.month.max=11");

        assertThat(same.out()).startsWith("no faults: ").contains(", 0 changes break callers");
        assertThat(same.exitCode()).isZero();
        assertThat(changed.exitCode()).isEqualTo(1);
        assertThat(new JsonMapper().readTree(changed.out()).get("changes"))
                .extracting(change -> change.asString())
                .containsExactlyInAnyOrder(
                        "GET /api/v1/owners/{ownerId}/invoices/{year}/{month}: is gone",
                        "GET /api/v1/deliveries/{deliveryId}: the answer.packages[].size is gone",
                        "GET /api/invoices: the query parameter month has another maximum: 12 before, 11 now");
    }

    @Test
    void a_document_that_cannot_be_read_is_refused() {
        CommandRun run = CommandRun.of(
                "check", "--against", directory.resolve("none.json").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("none.json cannot be read");
    }

    /** Of the product's services: all that the product's endpoints call is in them. */
    @Test
    void contracts_can_be_read_from_a_directory() {
        String none = "--gateway.backends.drone.contract=";
        CommandRun without = CommandRun.of("check", none);
        CommandRun with = CommandRun.of(
                "check",
                none,
                "--contracts",
                "src/main/resources/contracts",
                "--gateway.forwards.dispatch-messages.enabled=true");

        assertThat(without.out()).contains("note: the backend 'drone' has no contract");
        assertThat(with.out()).startsWith("no faults: ").doesNotContain("note:");
        assertThat(with.exitCode()).isZero();
    }

    @Test
    void a_value_cannot_write_lines_of_the_report() {
        CommandRun run = CommandRun.of("check", "--gateway.backends.drone.base-url=x\ny\u001b[2J");

        assertThat(run.out().lines()).hasSize(2);
        assertThat(run.out()).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @CsvSource({"not-there.yml, There is no file", "--frmat=json, Unknown option", "--format=xml, Invalid value"})
    void arguments_that_make_no_sense_are_refused(String argument, String reason) {
        CommandRun run = CommandRun.of("check", argument);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(reason).contains("--help");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void the_help_has_the_exit_codes() {
        CommandRun run = CommandRun.of("check", "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("--format").contains("1   There are faults");
    }
}
