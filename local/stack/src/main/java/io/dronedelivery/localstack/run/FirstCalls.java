package io.dronedelivery.localstack.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls that the user is shown: they check that all parts find each other, and load classes and open connections, so that the
 * first real call does not exceed a timeout that is meant for a running system.
 */
final class FirstCalls {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A part that is still missing after this time is taken to be missing on purpose, by the settings that were given. */
    private static final Duration PATIENCE_WITH_PARTS = Duration.ofSeconds(10);

    /** Applications that are still warming up have only so much of the processors. */
    private static final long BETWEEN_CALLS_MILLIS = 50;

    /** The gateway was told to let fewer requests through than these are, and does. */
    private static final int TOO_MANY_REQUESTS = 429;

    private static final String COMPLETED = "X-Aggregate-Completed";

    /** Nothing that could be accepted: it goes the way of a delivery up to the check of its fields, and leaves no trace. */
    private static final String NO_DELIVERY = "{}";

    /** Says that the trace is not kept: Application Insights would show a failed request that the user did not make. */
    private static final String NOT_SAMPLED = "00-000000000000000000000000f1257ca1-00000000f1257ca1-00";

    private final @Nullable String token;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    /** @param token sent with each call, or null */
    FirstCalls(@Nullable String token) {
        this.token = token;
    }

    /**
     * Repeats each call until it is answered, for a while also until no optional part is missing; fails with the last answer when
     * that takes too long.
     */
    void make(List<String> urls) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (String url : urls) {
            HttpRequest request = to(url).build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            while (!isComplete(answer) && answer.statusCode() != TOO_MANY_REQUESTS) {
                Duration waited = Duration.ofNanos(System.nanoTime() - start);
                if (answer.statusCode() == 200 && waited.compareTo(PATIENCE_WITH_PARTS) > 0) {
                    break;
                }
                if (waited.compareTo(PATIENCE) > 0) {
                    throw new IOException(
                            "%s was answered with %d: %s".formatted(url, answer.statusCode(), answer.body()));
                }
                TimeUnit.MILLISECONDS.sleep(BETWEEN_CALLS_MILLIS);
                answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            }
        }
    }

    /** Asks for a delivery that is refused, whatever with: the first real one finds classes and connections warm. */
    void askForNothing(String deliveriesUrl) throws IOException, InterruptedException {
        client.send(
                to(deliveriesUrl)
                        .header("Content-Type", "application/json")
                        .header("traceparent", NOT_SAMPLED)
                        .POST(HttpRequest.BodyPublishers.ofString(NO_DELIVERY))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
    }

    private HttpRequest.Builder to(String url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private static boolean isComplete(HttpResponse<String> answer) {
        return answer.statusCode() == 200
                && answer.headers()
                        .firstValue(COMPLETED)
                        .map(Boolean::parseBoolean)
                        .orElse(true);
    }
}
