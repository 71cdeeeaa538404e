package io.dronedelivery.localstack.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls that the user is shown: they check that all parts find each other, and load classes and open connections, so that the
 * first real call does not exceed a timeout that is meant for a running system.
 */
final class FirstCalls {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** A part that is still missing after this time is taken to be missing on purpose, by the settings that were given. */
    private static final Duration TIMEOUT_FOR_PARTS = Duration.ofSeconds(10);

    /** Applications that are still warming up have only so much of the processors. */
    private static final long BETWEEN_CALLS_MILLIS = 50;

    /**
     * The gateway was told to answer so, and will again: it expects a token of another issuer, does not have an address, or lets fewer
     * requests through than these are.
     */
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 404, 429);

    private static final String HOW_TO_DO_WITHOUT = "; --local.first-calls=off starts without this call";

    private static final String COMPLETED = "X-Aggregate-Completed";

    /** Nothing that could be accepted: it goes the way of a delivery up to the check of its fields, and leaves no trace. */
    private static final String NO_DELIVERY = "{}";

    /** Says that the trace is not kept: Application Insights would show a failed request that the user did not make. */
    private static final String NOT_SAMPLED = "00-000000000000000000000000f1257ca1-00000000f1257ca1-00";

    private final @Nullable String token;
    private final Consumer<String> notices;
    private final Duration timeout;
    private final Set<String> noticed = new HashSet<>();
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    /**
     * @param token sent with each call, or null
     * @param notices takes what the user should know of an answer, once
     * @param timeout how long all calls of {@link #make} may take
     */
    FirstCalls(@Nullable String token, Consumer<String> notices, Duration timeout) {
        this.token = token;
        this.notices = notices;
        this.timeout = timeout;
    }

    /**
     * Repeats each call until it is answered or refused, for a while also until no optional part is missing; fails with the last answer
     * when that takes too long.
     */
    void make(List<String> urls) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (String url : urls) {
            HttpRequest request = to(url).build();
            HttpResponse<String> answer = send(request);
            while (!isComplete(answer) && !isRefusal(answer)) {
                Duration waited = Duration.ofNanos(System.nanoTime() - start);
                if (answer.statusCode() == 200 && waited.compareTo(TIMEOUT_FOR_PARTS) > 0) {
                    break;
                }
                if (waited.compareTo(timeout) > 0) {
                    throw new IOException("%s was answered with %d: %s%s"
                            .formatted(url, answer.statusCode(), answer.body(), HOW_TO_DO_WITHOUT));
                }
                TimeUnit.MILLISECONDS.sleep(BETWEEN_CALLS_MILLIS);
                answer = send(request);
            }
            if (isRefusal(answer)) {
                notice("%s is answered with %d; starting all the same".formatted(url, answer.statusCode()));
            }
        }
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException failure) {
            // Without a cause: of those the user is told the innermost one alone.
            IOException told =
                    new IOException("%s was not answered: %s%s".formatted(request.uri(), failure, HOW_TO_DO_WITHOUT));
            told.addSuppressed(failure);
            throw told;
        }
    }

    /** Several rounds have the same answers. */
    private void notice(String text) {
        if (noticed.add(text)) {
            notices.accept(text);
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
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private static boolean isRefusal(HttpResponse<String> answer) {
        return REFUSALS.contains(answer.statusCode());
    }

    private static boolean isComplete(HttpResponse<String> answer) {
        return answer.statusCode() == 200
                && answer.headers()
                        .firstValue(COMPLETED)
                        .map(Boolean::parseBoolean)
                        .orElse(true);
    }
}
