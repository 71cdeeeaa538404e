package io.dronedelivery.loadtest.lab.queuedesigns;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** The pricing workers of invoice-service, as an operator on the same machine sees them. */
final class PricingWorkers {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration REPLACEMENT = Duration.ofSeconds(30);

    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI service;

    PricingWorkers(URI service) {
        this.service = service;
    }

    /** How many have died since the start and were replaced. */
    long restarts() throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(service.resolve("/internal/pricing/status")));
    }

    /** Has one die in the middle of its job. */
    void killOne() throws IOException, InterruptedException {
        answer(HttpRequest.newBuilder(service.resolve("/internal/pricing/workers/kill"))
                .POST(BodyPublishers.noBody()));
    }

    /** Waits until one more has been replaced than before, or long enough: what is missing shows in the figure. */
    long restartsAfter(long before) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + REPLACEMENT.toNanos();
        long restarts = restarts();
        while (restarts <= before && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(100);
            restarts = restarts();
        }
        return restarts;
    }

    private long answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("The pricing workers answer with " + answer.statusCode() + ": " + answer.body());
        }
        return json.readTree(answer.body()).path("workers").path("restarts").asLong();
    }
}
