package io.dronedelivery.lab.accounts.workers;

import io.dronedelivery.lab.http.JsonApi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The workers of an instance of invoice-service, as an operator on the same machine sees them. */
public final class WorkersApi {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration REPLACEMENT = Duration.ofSeconds(30);
    private static final Duration CALM = Duration.ofSeconds(30);
    private static final long BETWEEN_CHECKS_MS = 100;

    private final JsonApi api;

    public WorkersApi(URI service) {
        this.api = new JsonApi(service, TIMEOUT);
    }

    /** @param autoscaler absent when it is off */
    public record WorkersView(
            Requests requests, Workers workers, @Nullable AutoscalerView autoscaler) {}

    public record Requests(int inflight, boolean ready, Pool pool) {}

    /**
     * The reply channels.
     *
     * @param created since the start
     * @param cold requests that had to open one
     */
    public record Pool(int min, int max, int idle, long created, long cold) {}

    /**
     * The workers.
     *
     * @param utilisation share of time in which the queue could hand out a job at once, 0 to 1
     * @param restarts how many have died since the start and were replaced
     * @param done jobs of each
     */
    public record Workers(int count, int busy, int prefetch, double utilisation, long restarts, List<Long> done) {}

    /** Why there are as many as there are; the latest change first. */
    public record AutoscalerView(List<ScalingChange> changes) {}

    /** One worker more or less, and the rule that asked for it. */
    public record ScalingChange(String at, String rule, String reason, int from, int to) {}

    public WorkersView status() throws IOException, InterruptedException {
        return status(api.request("/internal/pricing/status"));
    }

    /** Changes the number of workers; those that are removed finish their job first. */
    public WorkersView resize(int count) throws IOException, InterruptedException {
        return status(api.request("/internal/pricing/workers?count=" + count).PUT(BodyPublishers.noBody()));
    }

    /** Has one die in the middle of its job. */
    public WorkersView killOne() throws IOException, InterruptedException {
        return status(api.request("/internal/pricing/workers/kill").POST(BodyPublishers.noBody()));
    }

    /** Waits until one more has been replaced than before, or long enough: what is missing shows in the figure. */
    public long restartsAfter(long before) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + REPLACEMENT.toNanos();
        long restarts = status().workers().restarts();
        while (restarts <= before && System.nanoTime() < deadline) {
            Thread.sleep(BETWEEN_CHECKS_MS);
            restarts = status().workers().restarts();
        }
        return restarts;
    }

    /** Waits until the pool has the channels that it is to begin with. */
    public WorkersView awaitReady() throws IOException, InterruptedException {
        long latest = System.nanoTime() + PATIENCE.toNanos();
        WorkersView status = status();
        while (!status.requests().ready()) {
            if (System.nanoTime() > latest) {
                throw new IllegalStateException(
                        "The reply channels were not open within " + PATIENCE.toSeconds() + " s");
            }
            Thread.sleep(BETWEEN_CHECKS_MS);
            status = status();
        }
        return status;
    }

    /** Jobs that the broker has given up. */
    private record DeadLetters(long count) {}

    /** Waits until there have been no more of them for half a minute. */
    public long awaitDeadLetters() throws IOException, InterruptedException {
        long count = deadLetters();
        long since = System.nanoTime();
        while (System.nanoTime() - since < CALM.toNanos()) {
            Thread.sleep(CALM.toMillis() / 30);
            long now = deadLetters();
            if (now != count) {
                count = now;
                since = System.nanoTime();
            }
        }
        return count;
    }

    private long deadLetters() throws IOException, InterruptedException {
        return api.read(api.request("/internal/pricing/dead-letters"), DeadLetters.class)
                .count();
    }

    private WorkersView status(HttpRequest.Builder request) throws IOException, InterruptedException {
        return api.read(request, WorkersView.class);
    }
}
