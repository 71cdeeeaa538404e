package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that asks nobody for a token, and the web pages of browsers on the same machine. */
class LocalPortsTest {

    @Configuration(proxyBeanMethods = false)
    static class Pages {

        @Bean
        TrustedPages pages() {
            return "https://app.example.com"::equals;
        }
    }

    private static ConfigurableApplicationContext start(String... settings) {
        return new SpringApplicationBuilder(EdgeApplication.class, Pages.class)
                .properties(
                        "spring.config.import=classpath:service-kit.yml",
                        "spring.application.name=local",
                        "server.port=0",
                        "management.server.port=0")
                .run(settings);
    }

    private static RawAnswer ask(ConfigurableApplicationContext service, String port, String path, String fields)
            throws IOException {
        int number = service.getEnvironment().getRequiredProperty(port, Integer.class);
        try (RawConnection client = new RawConnection(number)) {
            return client.send("GET " + path + " HTTP/1.1\r\n" + fields.replace("|", "\r\n") + "\r\n\r\n")
                    .answer();
        }
    }

    private static void assertOnBothPorts(ConfigurableApplicationContext service, String fields, int status)
            throws IOException {
        assertThat(ask(service, "local.server.port", "/echo/a", fields).status())
                .as(fields)
                .isEqualTo(status);
        assertThat(ask(service, "local.management.port", "/actuator/health/liveness", fields)
                        .status())
                .as(fields)
                .isEqualTo(status);
    }

    @Test
    void without_an_issuer_only_requests_to_this_machine_that_no_foreign_page_makes_are_taken() throws IOException {
        try (ConfigurableApplicationContext service = start()) {
            for (String own : new String[] {
                "Host: localhost",
                "Host: 127.0.0.1:8080",
                "Host: 127.9.9.9",
                "Host: [::1]:8080",
                "Host: localhost:8080|Origin: http://localhost:8080|Sec-Fetch-Site: same-origin",
                "Host: localhost:8080|Origin: https://app.example.com|Sec-Fetch-Site: cross-site",
                "Host: localhost|Sec-Fetch-Site: none",
                "Host: localhost|X-Forwarded-Host: gateway.example.com|X-Forwarded-For: 192.0.2.1"
            }) {
                assertOnBothPorts(service, own, 200);
            }
            for (String foreign : new String[] {
                "Host: evil.example",
                "Host: evil.example|Origin: http://evil.example|Sec-Fetch-Site: same-origin",
                "Host: evil.example|X-Forwarded-Host: localhost",
                "Host: evil.example|Forwarded: host=localhost",
                "Host: 192.0.2.1",
                "Host: localhost|Origin: http://evil.example",
                "Host: localhost|Origin: null",
                "Host: localhost:8080|Origin: http://localhost:3000",
                "Host: localhost|Sec-Fetch-Site: cross-site"
            }) {
                assertOnBothPorts(service, foreign, 403);
            }
        }
    }

    @Test
    void an_open_application_is_called_by_any_name_unless_some_are_named() throws IOException {
        try (ConfigurableApplicationContext service = start("--security.open=true")) {
            assertOnBothPorts(service, "Host: anything.example|Origin: http://evil.example", 200);
        }
        try (ConfigurableApplicationContext service =
                start("--security.open=true", "--service-kit.edge.allowed-hosts=gateway,gateway.example.com")) {
            assertOnBothPorts(service, "Host: gateway:8080", 200);
            assertOnBothPorts(service, "Host: GATEWAY.example.com", 200);
            assertOnBothPorts(service, "Host: localhost:8080", 200);
            assertOnBothPorts(service, "Host: 10.1.2.3:8080", 200);
            assertOnBothPorts(service, "Host: evil.example", 403);
            assertOnBothPorts(service, "Host: gateway:8080|Origin: http://evil.example", 403);
        }
    }
}
