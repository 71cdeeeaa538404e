package io.dronedelivery.lab.accounts.telemetry;

import io.dronedelivery.lab.http.JsonApi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

final class DroneService {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** A drain finishes what was begun. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(2);

    private final JsonApi api;

    DroneService(int port) {
        this.api = new JsonApi(URI.create("http://localhost:" + port), TIMEOUT);
    }

    boolean isUp() throws IOException, InterruptedException {
        return api.answer(api.request("/actuator/health/liveness")).statusCode() == 200;
    }

    /** Counts, lag, members and legs. */
    JsonNode status() throws IOException, InterruptedException {
        return json(api.request("/internal/telemetry/status"));
    }

    long received() throws IOException, InterruptedException {
        return status().path("received").asLong();
    }

    /** Begins the legs anew. */
    void reset() throws IOException, InterruptedException {
        json(api.request("/internal/telemetry/reset").POST(BodyPublishers.noBody()));
    }

    /** The steps of a graceful removal, as a preStop hook has them done. */
    JsonNode drain() throws IOException, InterruptedException {
        return json(api.request("/internal/drain").timeout(DRAIN_TIMEOUT).POST(BodyPublishers.noBody()));
    }

    private JsonNode json(HttpRequest.Builder request) throws IOException, InterruptedException {
        return api.read(request, JsonNode.class);
    }
}
