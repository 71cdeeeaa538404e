package io.dronedelivery.loadtest.lab.dispatch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The dispatcher, as its callers see it at the gateway. */
final class DispatcherApi {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int ACCEPTED = 202;
    private static final int FULL = 503;

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI gateway;

    DispatcherApi(URI gateway) {
        this.gateway = gateway;
    }

    /**
     * How the dispatcher stands.
     *
     * @param latency a row for each share of the messages, the slowest left out
     */
    record Status(int queued, int inflight, long errors, List<LatencyRow> latency, List<Sink> sinks) {

        /** Acknowledged by every sink. */
        long written() {
            return sinks.stream().mapToLong(Sink::written).min().orElse(0);
        }

        /** Connections that its sinks have open. */
        int connections() {
            return sinks.stream()
                    .map(Sink::connections)
                    .filter(Objects::nonNull)
                    .mapToInt(Connections::open)
                    .sum();
        }

        /** Connections that its sinks have opened since the start. */
        long opened() {
            return sinks.stream()
                    .map(Sink::connections)
                    .filter(Objects::nonNull)
                    .mapToLong(Connections::opened)
                    .sum();
        }
    }

    /** A share of the messages; latencies in milliseconds. */
    record LatencyRow(double percent, long count, long averageMs, long minMs, long maxMs) {}

    /**
     * One sink.
     *
     * @param connections absent where it does not tell of them
     */
    record Sink(
            String name,
            long written,
            long errors,
            @Nullable Connections connections) {}

    /** Connections of a sink. */
    record Connections(int open, long opened) {}

    Status status() throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(gateway.resolve("/api/v1/dispatch/status"))
                        .timeout(TIMEOUT)
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("The dispatcher's status is answered with " + answer.statusCode());
        }
        return JSON.readValue(answer.body(), Status.class);
    }

    /**
     * Has messages sent.
     *
     * @return whether they were accepted; false when the queue has no room for them
     */
    boolean produce(int count) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(gateway.resolve("/api/v1/dispatch/messages?count=" + count))
                        .timeout(TIMEOUT)
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != ACCEPTED && answer.statusCode() != FULL) {
            throw new IOException("Messages are answered with " + answer.statusCode() + ": " + answer.body());
        }
        return answer.statusCode() == ACCEPTED;
    }
}
