package io.dronedelivery.localstack.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/**
 * Makes the calls to try before the person does: they prove that all parts find each other, and leave connections and classes warm,
 * so that the first real call is not cut off by a timeout that is meant for a running system.
 */
final class FirstCalls {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String COMPLETED = "X-Aggregate-Completed";

    private FirstCalls() {}

    /** Repeats each call until it is answered completely; fails with the last answer when that takes too long. */
    static void make(List<String> urls) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
        for (String url : urls) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            while (!isComplete(answer)) {
                if (System.nanoTime() > giveUpAt) {
                    throw new IOException(
                            "%s was answered with %d: %s".formatted(url, answer.statusCode(), answer.body()));
                }
                answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            }
        }
    }

    private static boolean isComplete(HttpResponse<String> answer) {
        return answer.statusCode() == 200
                && answer.headers()
                        .firstValue(COMPLETED)
                        .map(Boolean::parseBoolean)
                        .orElse(true);
    }
}
