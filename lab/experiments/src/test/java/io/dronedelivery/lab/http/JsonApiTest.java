package io.dronedelivery.lab.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.dronedelivery.lab.kit.http.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JsonApiTest {

    private final TestServer server = TestServer.start(exchange -> {
        byte[] body = "{\"count\": 3, \"further\": true}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders("/known".equals(exchange.getRequestURI().getPath()) ? 200 : 404, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    });
    private final JsonApi api = new JsonApi(URI.create(server.url()), Duration.ofSeconds(30));

    private record Known(int count) {}

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void what_the_caller_knows_is_read() throws Exception {
        assertThat(api.read(api.request("/known"), Known.class)).isEqualTo(new Known(3));
    }

    @Test
    void refusal_is_told_with_address_status_and_answer() throws Exception {
        assertThatThrownBy(() -> api.read(api.request("/other"), Known.class))
                .isInstanceOf(IOException.class)
                .hasMessage(server.url() + "/other is answered with 404: {\"count\": 3, \"further\": true}");
        assertThat(api.answer(api.request("/other")).statusCode()).isEqualTo(404);
    }

    @Test
    void answer_that_stops_in_its_body_is_waited_for_as_long_as_for_its_beginning() {
        try (TestServer stalled = TestServer.start(exchange -> {
            exchange.sendResponseHeaders(200, 10);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            awaitTheEndOfTheTest();
        })) {
            JsonApi impatient = new JsonApi(URI.create(stalled.url()), Duration.ofSeconds(1));

            assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> assertThatThrownBy(() -> impatient.body(impatient.request("/")))
                            .isInstanceOf(HttpTimeoutException.class));
        }
    }

    private static void awaitTheEndOfTheTest() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
