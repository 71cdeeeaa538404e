package io.dronedelivery.servicekit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
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
    /** Not the common pool, which may have a single thread, and whoever waits in it holds up the others. */
    private static final Executor A_THREAD_EACH = task -> new Thread(task).start();

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
        CompletableFuture<Void> end = CompletableFuture.runAsync(service::close, A_THREAD_EACH);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> output.toString().contains("Commencing graceful shutdown"));
        assertThat(answer).isNotDone();
        gate.open();

        assertThat(answer).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("through");
        assertThat(end).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void requests_are_answered_for_a_while_after_the_readiness_has_gone_down() throws Exception {
        ConfigurableApplicationContext service = new SpringApplicationBuilder(EdgeApplication.class)
                .properties("spring.config.import=classpath:service-kit.yml", "spring.application.name=edge")
                .run("--server.port=0", "--service-kit.shutdown-pause=5m");
        int port = Integer.parseInt(service.getEnvironment().getProperty("local.server.port"));

        AtomicBoolean interruptedAfterwards = new AtomicBoolean();
        Thread end = new Thread(() -> {
            service.close();
            interruptedAfterwards.set(Thread.interrupted());
        });
        end.start();
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> get(port, "/actuator/health/readiness").status() == 503);
            assertThat(get(port, "/echo/still").body()).isEqualTo("still");
            // An interrupt that comes before the pause could be taken by what runs before it.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> Arrays.stream(end.getStackTrace())
                            .anyMatch(frame -> frame.getClassName().equals(ShutdownPause.class.getName())));
        } finally {
            // Ends the pause.
            end.interrupt();
        }
        end.join(60_000);
        assertThat(end.isAlive()).isFalse();
        assertThat(interruptedAfterwards).as("the end waits for requests").isFalse();
        assertThatThrownBy(() -> get(port, "/echo/late")).isInstanceOf(IOException.class);
    }

    private static RawAnswer get(int port, String path) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            return caller.get(path).answer();
        }
    }
}
