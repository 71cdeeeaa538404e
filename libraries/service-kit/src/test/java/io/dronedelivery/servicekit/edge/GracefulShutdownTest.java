package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.servicekit.testing.RawAnswer;
import io.dronedelivery.servicekit.testing.RawConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** For what ends by itself, on a busy machine, too. */
    private static final String LONG_WAIT = "--spring.lifecycle.timeout-per-shutdown-phase=5m";

    /** Not the common pool, which may have a single thread, and whoever waits in it holds up the others. */
    private static final Executor A_THREAD_EACH = task -> new Thread(task).start();

    @Test
    void a_request_that_has_begun_is_answered_before_the_service_ends(CapturedOutput output) {
        ConfigurableApplicationContext service = edge(LONG_WAIT);
        EdgeApplication.Gate gate = service.getBean(EdgeApplication.Gate.class);
        WebClient http = WebClient.create("http://localhost:" + port(service));

        CompletableFuture<String> answer =
                http.get().uri("/gate").retrieve().bodyToMono(String.class).toFuture();
        Awaitility.await().atMost(TIMEOUT).until(gate::isWaitedFor);
        CompletableFuture<Void> end = CompletableFuture.runAsync(service::close, A_THREAD_EACH);
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> output.toString().contains("waiting for the requests that have begun"));
        assertThat(answer).isNotDone();
        gate.open();

        assertThat(answer).succeedsWithin(TIMEOUT).isEqualTo("through");
        assertThat(end).succeedsWithin(TIMEOUT);
    }

    @Test
    void a_request_that_does_not_end_is_waited_for_once(CapturedOutput output) throws Exception {
        ConfigurableApplicationContext service = edge("--spring.lifecycle.timeout-per-shutdown-phase=1s");
        EdgeApplication.Gate gate = service.getBean(EdgeApplication.Gate.class);
        try (RawConnection client = new RawConnection(port(service)).get("/gate")) {
            Awaitility.await().atMost(TIMEOUT).until(gate::isWaitedFor);

            service.close();

            client.awaitEnd();
        }
        assertThat(output)
                .contains("Not all requests were answered within 1000 ms")
                .doesNotContain("Graceful shutdown aborted");
    }

    @Test
    void requests_are_answered_for_a_while_after_the_readiness_has_gone_down() throws Exception {
        ConfigurableApplicationContext service = edge("--service-kit.shutdown-pause=5m");
        int port = port(service);

        AtomicBoolean interruptedAfterwards = new AtomicBoolean();
        Thread end = new Thread(() -> {
            service.close();
            interruptedAfterwards.set(Thread.interrupted());
        });
        end.start();
        try {
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> get(port, "/actuator/health/readiness").status() == 503);
            assertThat(get(port, "/echo/still").body()).isEqualTo("still");
            // An interrupt that comes before the pause could be taken by what runs before it.
            awaitPause(end);
        } finally {
            // Ends the pause.
            end.interrupt();
        }
        end.join(60_000);
        assertThat(end.isAlive()).isFalse();
        assertThat(interruptedAfterwards).as("the end waits for requests").isFalse();
        assertThatThrownBy(() -> get(port, "/echo/late")).isInstanceOf(IOException.class);
    }

    @Test
    void an_idle_connection_is_told_that_nothing_was_read_from_it() throws Exception {
        ConfigurableApplicationContext service = edge();
        int port = port(service);
        try (RawConnection fresh = new RawConnection(port);
                RawConnection used = new RawConnection(port);
                RawConnection headed = new RawConnection(port);
                RawConnection begun = new RawConnection(port)) {
            assertThat(used.get("/echo/before").answer().body()).isEqualTo("before");
            headed.send("HEAD /echo/before HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(headed.headOnly().status()).isEqualTo(200);
            begun.send("POST /echo HTTP/1.1\r\nHost: ");
            // All are served when a later one is.
            get(port, "/echo/later");

            service.close();

            for (RawConnection idle : List.of(fresh, used, headed, begun)) {
                RawAnswer end = idle.answer();
                assertThat(end.status()).isEqualTo(408);
                assertThat(end.header("Connection")).hasValue("close");
                assertThat(end.body()).contains("urn:drone-delivery:problem:request-timeout", "send it again");
                idle.awaitEnd();
            }
        }
    }

    @Test
    void an_answer_that_its_client_is_still_taking_is_not_cut_off(CapturedOutput output) throws Exception {
        ConfigurableApplicationContext service = edge(LONG_WAIT);
        EdgeApplication.Handlers handlers = service.getBean(EdgeApplication.Handlers.class);
        try (SlowClient slow = new SlowClient(port(service), "/large");
                RawConnection idle = new RawConnection(port(service))) {
            CompletableFuture<Void> end = closing(service, output);
            idle.awaitEnd();
            slow.send("POST /bodies HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nlate");

            assertThat(slow.take(EdgeApplication.LARGE)).isEqualTo(EdgeApplication.LARGE);
            assertThat(slow.rest()).startsWith("HTTP/1.1 408 ").contains("send it again");
            assertThat(end).succeedsWithin(TIMEOUT);
        }
        assertThat(handlers.wholeBodies()).isEmpty();
    }

    @Test
    void a_connection_that_was_answered_before_its_body_ended_is_left_when_it_ends(CapturedOutput output)
            throws Exception {
        ConfigurableApplicationContext service = edge(LONG_WAIT);
        try (RawConnection client = new RawConnection(port(service))) {
            client.send("POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nhalf");
            assertThat(client.answer().status()).isEqualTo(404);

            CompletableFuture<Void> end = closing(service, output);
            client.send("half");

            assertThat(client.answer().status()).isEqualTo(408);
            client.awaitEnd();
            assertThat(end).succeedsWithin(TIMEOUT);
        }
    }

    @Test
    void a_connection_is_given_up_with_the_first_answer_of_the_pause() throws Exception {
        ConfigurableApplicationContext service = edge("--service-kit.shutdown-pause=5m");
        int port = port(service);
        Thread end = new Thread(service::close);
        try (RawConnection client = new RawConnection(port)) {
            assertThat(client.get("/echo/before").answer().header("Connection")).isEmpty();
            end.start();
            awaitPause(end);

            isGivenUpWithTheNextAnswer(client);
        } finally {
            endPause(end);
        }
    }

    /** As on a busy machine, where a connection reads the end of a request long after it has written the answer. */
    @Test
    void a_connection_that_becomes_idle_in_the_pause_takes_another_request() throws Exception {
        ConfigurableApplicationContext service = edge("--service-kit.shutdown-pause=5m");
        Thread end = new Thread(service::close);
        try (RawConnection client = new RawConnection(port(service))) {
            client.send("POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nhalf");
            assertThat(client.answer().status()).isEqualTo(404);
            end.start();
            awaitPause(end);

            client.send("half");
            isGivenUpWithTheNextAnswer(client);
        } finally {
            endPause(end);
        }
    }

    private static void isGivenUpWithTheNextAnswer(RawConnection client) throws IOException {
        RawAnswer last = client.get("/echo/last").answer();

        assertThat(last.body()).isEqualTo("last");
        assertThat(last.header("Connection")).hasValue("close");
        client.awaitEnd();
    }

    private static void endPause(Thread end) throws InterruptedException {
        end.interrupt();
        end.join(60_000);
        assertThat(end.isAlive()).isFalse();
    }

    @Test
    void the_applications_of_one_jvm_stop_one_after_the_other(CapturedOutput output) {
        ConfigurableApplicationContext first = edge();
        ConfigurableApplicationContext second = edge();

        first.close();
        second.close();

        assertThat(output).doesNotContain("event executor terminated", "failed to shutdown", "still running");
    }

    private static ConfigurableApplicationContext edge(String... settings) {
        return new SpringApplicationBuilder(EdgeApplication.class)
                .properties("spring.config.import=classpath:service-kit.yml", "spring.application.name=edge")
                .properties("server.port=0")
                .run(settings);
    }

    /** Stops it on a thread of its own, and returns when it accepts no connection any more. */
    private static CompletableFuture<Void> closing(ConfigurableApplicationContext service, CapturedOutput output) {
        CompletableFuture<Void> end = CompletableFuture.runAsync(service::close, A_THREAD_EACH);
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> output.toString().contains("waiting for the requests that have begun"));
        return end;
    }

    private static int port(ConfigurableApplicationContext service) {
        return service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static void awaitPause(Thread end) {
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> Arrays.stream(end.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(ShutdownPause.class.getName())));
    }

    private static RawAnswer get(int port, String path) throws IOException {
        try (RawConnection caller = new RawConnection(port)) {
            return caller.get(path).answer();
        }
    }

    /** Has asked and seen the head of the answer; takes the rest when it is told to, a little at a time. */
    private static final class SlowClient implements AutoCloseable {

        private static final int LITTLE = 16 << 10;

        private final Socket socket;
        private final InputStream in;

        SlowClient(int port, String path) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(30_000);
            in = socket.getInputStream();
            send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.read());
            }
            assertThat(head).startsWith("HTTP/1.1 200 ");
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }

        /** How many of so many bytes come. */
        int take(int bytes) throws IOException {
            int taken = 0;
            while (taken < bytes) {
                int some = in.readNBytes(Math.min(LITTLE, bytes - taken)).length;
                if (some == 0) {
                    return taken;
                }
                taken += some;
            }
            return taken;
        }

        String rest() throws IOException {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
