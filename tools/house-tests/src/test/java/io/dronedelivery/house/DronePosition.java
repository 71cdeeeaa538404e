package io.dronedelivery.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.dronedelivery.localstack.StackProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A position that a drone tells as those of the simulator do, and what callers of the gateway get to know of it. */
final class DronePosition {

    /** Generous: other builds may share the machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    private static final String DATA = """
            {"droneId":"dr-07","sequence":123,"createdMicros":%d,"latitude":47.361542,"longitude":8.515407,"altitude":80.0,\
            "speed":9.1,"heading":271,"battery":0.835,"payload":"a1b2c3"}""";

    private DronePosition() {}

    /**
     * Publishes a position, reads it at the gateway, and again as the first event of the drone's stream there.
     *
     * @param client who reads
     */
    static void assertIsKnownAtTheGateway(StackProcess stack, TokenClient client)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        String drone = stack.url("gateway") + "/api/v1/drones/dr-07";
        assertThat(client.getWhole(drone).status()).isEqualTo(404);
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, now);

        new KafkaEvent("DroneTelemetry", "dr-07-house-123", "/drone-simulator", "dr-07", DATA.formatted(micros))
                .publish(stack, "drone-telemetry");

        Awaitility.await("the position")
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(client.getWhole(drone).status()).isEqualTo(200));
        assertIsPublished(client.getWhole(drone).json(), now);
        List<String> event = firstEvent(client, drone + "/positions");
        assertThat(event).startsWith("id:" + micros, "event:position").hasSize(3);
        assertIsPublished(JsonMapper.shared().readTree(event.get(2).substring("data:".length())), now);
    }

    private static void assertIsPublished(JsonNode position, Instant at) {
        assertThat(position.path("droneId").asString("")).isEqualTo("dr-07");
        assertThat(position.path("sequence").asInt()).isEqualTo(123);
        assertThat(Instant.parse(position.path("at").asString(""))).isEqualTo(at);
        assertThat(position.path("latitude").asDouble()).isEqualTo(47.361542);
        assertThat(position.path("longitude").asDouble()).isEqualTo(8.515407);
        assertThat(position.path("altitude").asDouble()).isEqualTo(80);
        assertThat(position.path("speed").asDouble()).isEqualTo(9.1);
        assertThat(position.path("heading").asDouble()).isEqualTo(271);
        assertThat(position.path("battery").asDouble()).isEqualTo(0.835);
    }

    /** The lines of the first event; a comment may come before it. */
    private static List<String> firstEvent(TokenClient client, String url)
            throws InterruptedException, ExecutionException, TimeoutException {
        HttpRequest request =
                client.request(url).header("Accept", "text/event-stream").build();
        return HttpClient.newHttpClient()
                .sendAsync(request, HttpResponse.BodyHandlers.ofLines())
                .thenApply(DronePosition::firstEvent)
                .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static List<String> firstEvent(HttpResponse<Stream<String>> answer) {
        assertThat(answer.statusCode()).isEqualTo(200);
        try (Stream<String> lines = answer.body()) {
            return lines.dropWhile(line -> !line.startsWith("id:"))
                    .takeWhile(line -> !line.isEmpty())
                    .toList();
        }
    }
}
