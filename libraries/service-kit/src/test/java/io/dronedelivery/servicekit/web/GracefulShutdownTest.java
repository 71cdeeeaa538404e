package io.dronedelivery.servicekit.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

@ExtendWith(OutputCaptureExtension.class)
class GracefulShutdownTest {

    @Test
    void a_request_that_has_begun_is_answered_before_the_service_ends(CapturedOutput output) {
        ConfigurableApplicationContext service = new SpringApplicationBuilder(EdgeApplication.class)
                .properties("spring.config.import=classpath:service-kit.yml", "spring.application.name=edge")
                .run("--server.port=0");
        EdgeApplication.Gate gate = service.getBean(EdgeApplication.Gate.class);
        WebClient http =
                WebClient.create("http://localhost:" + service.getEnvironment().getProperty("local.server.port"));

        CompletableFuture<String> answer =
                http.get().uri("/gate").retrieve().bodyToMono(String.class).toFuture();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(gate::isWaitedFor);
        CompletableFuture<Void> end = CompletableFuture.runAsync(service::close);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> output.toString()
                .contains("Commencing graceful shutdown"));
        assertThat(answer).isNotDone();
        gate.open();

        assertThat(answer).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("through");
        assertThat(end).succeedsWithin(Duration.ofSeconds(20));
    }
}
