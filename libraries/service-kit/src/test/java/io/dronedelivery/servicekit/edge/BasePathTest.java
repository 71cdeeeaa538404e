package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import io.dronedelivery.servicekit.testing.RecordedLog;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;

class BasePathTest {

    private static ReactiveWebServerApplicationContext service;

    @BeforeAll
    static void start() {
        service = (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(EdgeApplication.class)
                .run(
                        "--server.port=0",
                        "--management.server.port=",
                        "--spring.webflux.base-path=/gw",
                        "--spring.config.import=classpath:service-kit.yml");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static RawAnswer get(String path) throws IOException {
        try (RawConnection caller = new RawConnection(service.getWebServer().getPort())) {
            return caller.get(path).answer();
        }
    }

    @Test
    void what_is_below_it_is_answered() throws IOException {
        assertThat(get("/gw/echo/it").body()).isEqualTo("it");
        assertThat(get("/gw").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/gwx", "/gwx/echo/it", "/g", "/", "/echo/it", "/GW/echo/it", "//gw/echo/it"})
    void what_is_not_is_not_found(String path) throws IOException {
        try (RecordedLog log = RecordedLog.ofEdge()) {
            RawAnswer answer = get(path);

            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.header("Content-Type")).contains("application/problem+json");
            assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.body()).contains("urn:drone-delivery:problem:not-found");
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }
}
