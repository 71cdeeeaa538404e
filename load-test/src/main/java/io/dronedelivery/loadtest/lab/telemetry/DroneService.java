package io.dronedelivery.loadtest.lab.telemetry;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP API of a drone service. */
final class DroneService {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** A drain finishes what was begun. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(2);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI base;

    DroneService(int port) {
        this.base = URI.create("http://localhost:" + port);
    }

    boolean isUp() throws IOException, InterruptedException {
        return send(request("/actuator/health/liveness", TIMEOUT)).statusCode() == 200;
    }

    /** Counts, lag, members and legs. */
    JsonNode status() throws IOException, InterruptedException {
        return json(request("/internal/telemetry/status", TIMEOUT));
    }

    /** Begins the legs anew. */
    void reset() throws IOException, InterruptedException {
        json(request("/internal/telemetry/reset", TIMEOUT).POST(BodyPublishers.noBody()));
    }

    /** The steps of a graceful removal, as a preStop hook has them done. */
    JsonNode drain() throws IOException, InterruptedException {
        return json(request("/internal/drain", DRAIN_TIMEOUT).POST(BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String path, Duration timeout) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(timeout);
    }

    private JsonNode json(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(request);
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + " is answered with " + answer.statusCode() + ": " + answer.body());
        }
        return JSON.readTree(answer.body());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
