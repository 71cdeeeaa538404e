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
 * Makes the calls that are shown to the user. They check that all parts find each other. They also load classes and open connections, so
 * that the user's first call does not exceed a timeout that suits a warm system.
 */
final class FirstCalls {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** A part that is still missing after so many calls is considered to be missing on purpose: its backend has answered before. */
    private static final int CALLS_FOR_PARTS = 3;

    private static final int CALLS_TO_A_SERVICE = 5;

    /** Leaves processor time to applications that still warm up. */
    private static final long BETWEEN_CALLS_MILLIS = 50;

    /**
     * The gateway is configured to refuse such calls, and a retry would not help. It requires a token of another issuer, does not have the
     * address, or has a lower rate limit.
     */
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 404, 429);

    private static final int SERVER_ERROR = 500;

    private static final String HOW_TO_DO_WITHOUT = "; --local.first-calls=off starts without this call";

    private static final String COMPLETED = "X-Aggregate-Completed";

    /** An invalid request: it takes the way of a delivery up to the check of its fields, and leaves no trace. */
    private static final String NO_DELIVERY = "{}";

    /** Marks the trace as not sampled. Otherwise Application Insights would show a failed request that the user did not make. */
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
     * @param notices receives notices about answers for the user, each once
     * @param timeout the longest time for all calls of {@link #make}
     */
    FirstCalls(@Nullable String token, Consumer<String> notices, Duration timeout) {
        this.token = token;
        this.notices = notices;
        this.timeout = timeout;
    }

    /**
     * Calls a service until it answers, so that the gateway's first call meets a service whose classes are loaded. What is wrong
     * with one that does not answer is said by the gateway's answer.
     *
     * @param urls read without an effect
     */
    void warm(List<String> urls) throws InterruptedException {
        for (String url : urls) {
            for (int call = 1; !isAnswered(url) && call < CALLS_TO_A_SERVICE; call++) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_CALLS_MILLIS);
            }
        }
    }

    private boolean isAnswered(String url) throws InterruptedException {
        try {
            HttpRequest request = to(url).header("traceparent", NOT_SAMPLED).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() < SERVER_ERROR;
        } catch (IOException unanswered) {
            return false;
        }
    }

    /**
     * Repeats each call until it is answered or refused, and a few times while an optional part is missing. Fails with the last answer on a
     * timeout.
     */
    void make(List<String> urls) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (String url : urls) {
            HttpRequest request = to(url).build();
            HttpResponse<String> answer = send(request);
            int incomplete = 0;
            while (!isComplete(answer) && !isRefusal(answer)) {
                if (answer.statusCode() == 200 && ++incomplete == CALLS_FOR_PARTS) {
                    break;
                }
                Duration waited = Duration.ofNanos(System.nanoTime() - start);
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
            // Without a cause, because the user sees only the innermost one.
            IOException unanswered =
                    new IOException("%s was not answered: %s%s".formatted(request.uri(), failure, HOW_TO_DO_WITHOUT));
            unanswered.addSuppressed(failure);
            throw unanswered;
        }
    }

    /** Gives each notice once, because several rounds have the same answers. */
    private void notice(String text) {
        if (noticed.add(text)) {
            notices.accept(text);
        }
    }

    /** Sends an invalid request for a delivery and ignores the refusal, so that the first real one finds classes and connections warm. */
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
