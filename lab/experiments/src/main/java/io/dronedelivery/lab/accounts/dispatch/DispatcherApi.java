package io.dronedelivery.lab.accounts.dispatch;

import io.dronedelivery.lab.http.JsonApi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The dispatcher, as its callers see it at the gateway. */
final class DispatcherApi {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int ACCEPTED = 202;
    private static final int FULL = 503;

    private final JsonApi api;

    DispatcherApi(URI gateway) {
        this.api = new JsonApi(gateway, TIMEOUT);
    }

    /** @param latency a row for each share of the messages, the slowest left out */
    record DispatcherView(int queued, int inflight, long errors, List<LatencyRow> latency, List<Sink> sinks) {

        /** Acknowledged by every sink. */
        long written() {
            return sinks.stream().mapToLong(Sink::written).min().orElse(0);
        }

        /** Connections that its sinks have open. */
        int connections() {
            return pools(sink -> true).mapToInt(Connections::open).sum();
        }

        int brokerConnections() {
            return pools(sink -> !sink.name().equals(DispatchTest.POSTGRES))
                    .mapToInt(Connections::open)
                    .sum();
        }

        /** Connections that its sinks have opened since the start. */
        long opened() {
            return pools(sink -> true).mapToLong(Connections::opened).sum();
        }

        private Stream<Connections> pools(Predicate<Sink> which) {
            return sinks.stream().filter(which).map(Sink::connections).filter(Objects::nonNull);
        }
    }

    /** A share of the messages; latencies in milliseconds. */
    record LatencyRow(double percent, long count, long averageMs, long minMs, long maxMs) {}

    /** @param connections absent where it does not tell of them */
    record Sink(
            String name,
            long written,
            long errors,
            @Nullable Connections connections) {}

    record Connections(int open, long opened) {}

    DispatcherView status() throws IOException, InterruptedException {
        return api.read(api.request("/api/v1/dispatch/status"), DispatcherView.class);
    }

    /**
     * Has messages sent.
     *
     * @return whether they were accepted; false when the queue has no room for them
     */
    boolean produce(int count) throws IOException, InterruptedException {
        HttpResponse<String> answer = api.answer(
                api.request("/api/v1/dispatch/messages?count=" + count).POST(BodyPublishers.noBody()));
        if (answer.statusCode() != ACCEPTED && answer.statusCode() != FULL) {
            throw new IOException("Messages are answered with " + answer.statusCode() + ": " + answer.body());
        }
        return answer.statusCode() == ACCEPTED;
    }
}
