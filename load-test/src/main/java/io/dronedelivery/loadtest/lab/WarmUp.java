package io.dronedelivery.loadtest.lab;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** One user, for a while, before anything is measured. */
final class WarmUp {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private WarmUp() {}

    static void run(URI gateway, int owners, Duration duration) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        long end = System.nanoTime() + duration.toNanos();
        for (int i = 0; System.nanoTime() < end; i++) {
            String path = "/api/v1/owners/o-%d/invoices/2025/%d".formatted(1 + i % owners, 1 + i % 12);
            int status = http.send(
                            HttpRequest.newBuilder(gateway.resolve(path))
                                    .timeout(TIMEOUT)
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
            if (status != 200) {
                throw new IllegalStateException("The stack answers " + status + " to GET " + path);
            }
        }
    }
}
