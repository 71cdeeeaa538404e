package io.dronedelivery.servicekit.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import io.dronedelivery.servicekit.testing.TestIssuer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** What is for operators is served on a port of its own, to those who may. */
class ManagementPortTest {

    @Test
    void what_is_for_operators_is_not_on_the_port_of_the_api() throws IOException {
        try (ConfigurableApplicationContext service = start()) {
            assertThat(status(api(service), "POST /internal/restock", "localhost"))
                    .isEqualTo(404);
            assertThat(status(api(service), "GET /actuator/health", "localhost"))
                    .isEqualTo(404);
            assertThat(status(api(service), "GET /news", "localhost")).isEqualTo(200);
            assertThat(status(management(service), "POST /internal/restock", "localhost"))
                    .isEqualTo(200);
            assertThat(status(management(service), "GET /actuator/health", "localhost"))
                    .isEqualTo(200);
            assertThat(status(management(service), "GET /news", "localhost")).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/%69nternal/restock", "/internal;a=b/restock", "/i%6Eternal;/restock", "/%2569nternal/restock"})
    void another_spelling_of_a_path_is_another_way_in_for_nobody(String path) throws IOException {
        try (ConfigurableApplicationContext service = start()) {
            assertThat(status(api(service), "POST " + path, "localhost")).isIn(400, 404);
            assertThat(status(management(service), "POST " + path, "localhost", "Origin: https://example.com"))
                    .isIn(400, 403, 404);
        }
        try (ConfigurableApplicationContext service = startOn("")) {
            assertThat(status(api(service), "POST " + path, "localhost", "Origin: https://example.com"))
                    .isIn(400, 403, 404);
        }
    }

    @Test
    void a_page_in_a_browser_on_this_machine_is_no_operator() throws IOException {
        try (ConfigurableApplicationContext service = start()) {
            int port = management(service);
            assertThat(status(port, "POST /internal/restock", "localhost", "Origin: https://example.com"))
                    .isEqualTo(403);
            assertThat(status(port, "POST /internal/restock", "localhost", "Sec-Fetch-Site: cross-site"))
                    .isEqualTo(403);
            assertThat(status(port, "POST /internal/restock", "rebound.example.com"))
                    .isEqualTo(403);
            assertThat(status(port, "POST /internal/restock", "127.0.0.1:" + port))
                    .isEqualTo(200);
        }
    }

    /** With a strategy for forwarding headers, and a caller whose headers are believed, the address of the request is what they say. */
    @Test
    void a_header_does_not_make_an_operator() throws IOException {
        try (ConfigurableApplicationContext service = start(
                "--management.server.address=0.0.0.0",
                "--security.open=true",
                "--server.forward-headers-strategy=native",
                "--service-kit.edge.forwarded-from=all")) {
            int port = management(service);
            assertThat(status(port, "POST /internal/restock", "localhost", "X-Forwarded-For: 192.0.2.1"))
                    .isEqualTo(200);
        }
    }

    @Test
    void where_there_is_an_issuer_operators_need_its_scope() throws IOException {
        try (TestIssuer issuer = new TestIssuer();
                ConfigurableApplicationContext service = start(
                        "--security.issuer=" + issuer.url(),
                        "--security.audience=" + TestIssuer.AUDIENCE,
                        "--security.keys.timeout=1m")) {
            int port = management(service);
            String restock = "POST /internal/restock";
            assertThat(status(port, restock, "localhost")).isEqualTo(401);
            assertThat(status(port, restock, "localhost", "Authorization: Bearer " + issuer.token("o", "things.read")))
                    .isEqualTo(403);
            assertThat(status(port, restock, "localhost", "Authorization: Bearer " + issuer.token("o", "operations")))
                    .isEqualTo(200);
            assertThat(status(
                            api(service),
                            restock,
                            "localhost",
                            "Authorization: Bearer " + issuer.token("o", "operations")))
                    .isEqualTo(404);
            assertThat(status(port, "GET /actuator/health", "localhost")).isEqualTo(200);
        }
    }

    @Test
    void what_operators_do_may_take_a_scope_of_its_own_and_a_library_says_what_is_wrong() throws IOException {
        try (TestIssuer issuer = new TestIssuer();
                ConfigurableApplicationContext service = start(
                        "--security.issuer=" + issuer.url(),
                        "--security.audience=" + TestIssuer.AUDIENCE,
                        "--security.keys.timeout=1m")) {
            int port = management(service);
            String letters = "GET /internal/letters";
            assertThat(status(port, letters, "localhost")).isEqualTo(401);
            assertThat(status(port, letters, "localhost", "Authorization: Bearer " + issuer.token("o", "operations")))
                    .isEqualTo(403);
            RawAnswer answer =
                    answer(port, letters, "localhost", "Authorization: Bearer " + issuer.token("o", "letters"));
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).contains("No letter waits.");
            assertThat(status(
                            api(service),
                            letters,
                            "localhost",
                            "Authorization: Bearer " + issuer.token("o", "letters")))
                    .isEqualTo(404);
        }
    }

    private static ConfigurableApplicationContext start(String... settings) {
        return startOn("0", settings);
    }

    /** @param managementPort empty for the port of the API */
    private static ConfigurableApplicationContext startOn(String managementPort, String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--management.server.port=" + managementPort,
                "--spring.config.import=classpath:service-kit.yml"));
        arguments.addAll(List.of(settings));
        return new SpringApplicationBuilder(SecuredApplication.class).run(arguments.toArray(String[]::new));
    }

    private static int api(ConfigurableApplicationContext service) {
        return service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static int management(ConfigurableApplicationContext service) {
        return service.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    private static int status(int port, String line, String host, String... headers) throws IOException {
        return answer(port, line, host, headers).status();
    }

    private static RawAnswer answer(int port, String line, String host, String... headers) throws IOException {
        StringBuilder request = new StringBuilder(line + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        try (RawConnection connection = new RawConnection(port)) {
            return connection.send(request + "\r\n").answer();
        }
    }
}
