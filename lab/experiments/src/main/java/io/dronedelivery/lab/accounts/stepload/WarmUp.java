package io.dronedelivery.lab.accounts.stepload;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Calls before anything is measured: what the load will run is compiled then, and no budget of request units is overdrawn. */
final class WarmUp {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int AT_THE_SAME_TIME = 16;

    /** Request units of the most expensive operation, and how much of the throughput it may take. */
    private static final double CHARGE = 29;

    private static final double SHARE = 0.65;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Semaphore free = new Semaphore(AT_THE_SAME_TIME);
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private final URI gateway;

    private WarmUp(URI gateway) {
        this.gateway = gateway;
    }

    /**
     * Asks for one owner and month after the other.
     *
     * @param throughput request units a second that the calls may share
     * @throws IllegalStateException when a call is not answered with 200
     */
    static void run(URI gateway, int owners, int throughput, Duration duration) throws InterruptedException {
        long interval = Math.round(TimeUnit.SECONDS.toNanos(1) * CHARGE / (SHARE * throughput));
        new WarmUp(gateway).run(owners, interval, duration);
    }

    private void run(int owners, long interval, Duration duration) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; failure.get() == null && System.nanoTime() - start < duration.toNanos(); i++) {
            free.acquire();
            TimeUnit.NANOSECONDS.sleep(start + i * interval - System.nanoTime());
            send("/api/v1/owners/o-%d/invoices/2025/%d".formatted(1 + i % owners, 1 + i % 12));
        }
        free.acquire(AT_THE_SAME_TIME);
        String text = failure.get();
        if (text != null) {
            throw new IllegalStateException(text);
        }
    }

    private void send(String path) {
        HttpRequest request =
                HttpRequest.newBuilder(gateway.resolve(path)).timeout(TIMEOUT).build();
        http.sendAsync(request, BodyHandlers.discarding()).whenComplete((answer, error) -> {
            String wrong = wrong(answer, error);
            if (wrong != null) {
                failure.compareAndSet(null, "The stack answers " + wrong + " to GET " + path);
            }
            free.release();
        });
    }

    private static @Nullable String wrong(@Nullable HttpResponse<Void> answer, @Nullable Throwable error) {
        if (answer == null) {
            return "with " + error;
        }
        return answer.statusCode() == 200 ? null : Integer.toString(answer.statusCode());
    }
}
